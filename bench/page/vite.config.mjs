import { reglKeys } from '../../scripts/lib/regl-keys.mjs';

/** The page of the browser groups. */
export default { plugins: [reglKeys()] };

// `npm run references`: writes the sources of the reference values (scripts/lib/references.mjs) into docs/references.md.
import { writeReferences } from './lib/references.mjs';

writeReferences();

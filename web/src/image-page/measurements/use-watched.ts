import { useEffect } from 'react';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { PageContext } from '../parts.ts';

/** The image in view is measured as long as its page is shown, whether or not a panel shows the values. */
export function useWatched({ file }: PageContext): void {
  const measuring = studyMeasuring();
  const instanceId = file?.instance_id ?? null;
  useEffect(() => {
    measuring?.watch(instanceId);
    return () => measuring?.watch(null);
  }, [measuring, instanceId]);
}

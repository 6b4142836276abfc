import { useCallback, useEffect, useState } from 'react';
import { CompareStage } from '../../viewer/compare/compare-stage.ts';
import { geometryReady, isGeometryReady } from '../../viewer/facts/calibration.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface PageStage {
  stage: CompareStage;
  /** Why the browser draws nothing; null while it does. */
  problem: string | null;
  /** Takes the element that holds the surface. */
  setHost: (host: HTMLDivElement) => () => void;
}

/** The page's drawing surface, for all of its pictures. */
export function useStage(): PageStage {
  const [stage] = useState(() => new CompareStage());
  const [problem, setProblem] = useState<string | null>(null);
  const setHost = useCallback(
    (host: HTMLDivElement) => {
      try {
        return stage.mount(host);
      } catch (error) {
        setProblem(messageOf(error));
        return () => undefined;
      }
    },
    [stage],
  );
  return { stage, problem, setHost };
}

/** True once curves can be drawn. */
export function useGeometry(): boolean {
  const [ready, setReady] = useState(isGeometryReady);
  useEffect(() => {
    if (ready) return;
    let here = true;
    // Without the engine the stage beside it reports why.
    geometryReady()
      .then(() => here && setReady(true))
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [ready]);
  return ready;
}

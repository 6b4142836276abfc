import { useEffect, useEffectEvent } from 'react';
import { useSnapshot } from 'valtio';
import { panelFocus, type SectionName } from './panel-place.ts';

/** Where the keyboard of a section goes when its key is pressed, and the events by which the page knows that it is there. */
export function useSectionFocus(name: SectionName, ready: boolean, go: () => void) {
  const { wanted } = useSnapshot(panelFocus);
  const arrive = useEffectEvent(go);
  useEffect(() => {
    if (wanted !== name || !ready) return;
    panelFocus.wanted = null;
    arrive();
  }, [wanted, name, ready]);
  // A section that goes takes the keyboard's place with it.
  useEffect(
    () => () => {
      if (panelFocus.in === name) panelFocus.in = null;
    },
    [name],
  );
  return {
    'data-section': name,
    onFocus: () => {
      panelFocus.in = name;
    },
    onBlur: () => {
      if (panelFocus.in === name) panelFocus.in = null;
    },
  };
}

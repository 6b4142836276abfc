import { useEffect, useState } from 'react';

/** Only the picture on the whole screen; the rest of the page is hidden meanwhile (`data-full-screen` of the page). */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = () => {
      setFull(document.fullscreenElement !== null);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-full-screen', full);
    return () => {
      document.documentElement.removeAttribute('data-full-screen');
    };
  }, [full]);
  return {
    full,
    toggle: () => {
      const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      done.catch((error: unknown) => {
        console.warn('Full screen is not available.', error);
      });
    },
  };
}

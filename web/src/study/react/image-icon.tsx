import { useEffect, useState } from 'react';
import { urlFor } from '../store/signed-urls.ts';

/** The small picture of an image; nothing while it has no address, or where it cannot be fetched. */
export function ImageIcon({ filename, size, className }: { filename: string; size: 'small_icon' | 'big_icon'; className?: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    setUrl(null);
    urlFor(filename, size).then(
      (found) => {
        if (here) setUrl(found);
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [filename, size]);
  return <span className={className}>{url && <img src={url} alt="" loading="lazy" decoding="async" onError={() => setUrl(null)} />}</span>;
}

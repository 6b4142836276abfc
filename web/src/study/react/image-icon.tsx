import { useEffect, useState } from 'react';
import { urlFor } from '../store/signed-urls.ts';

/** The small picture of an image; nothing while it has no address, and words where it cannot be fetched. */
export function ImageIcon({
  filename,
  size,
  className,
  broken = '',
}: {
  filename: string;
  size: 'small_icon' | 'big_icon';
  className?: string;
  /** Placeholder for a picture that cannot be fetched. */
  broken?: string;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    setUrl(null);
    setFailed(false);
    urlFor(filename, size).then(
      (found) => {
        if (here) setUrl(found);
      },
      () => {
        if (here) setFailed(true);
      },
    );
    return () => {
      here = false;
    };
  }, [filename, size]);
  return (
    <span className={className}>
      {failed
        ? broken
        : url && <img src={url} crossOrigin="anonymous" alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />}
    </span>
  );
}

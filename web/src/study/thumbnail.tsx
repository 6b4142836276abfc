import { IconStarFilled } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import classes from './thumbnail.module.css';
import { modalityColour, shortModality } from './modality.ts';
import { urlFor } from './signed-urls.ts';

export interface ThumbnailProps {
  filename: string;
  size: 'small_icon' | 'big_icon';
  project: Project;
  image: AnalysisImage | undefined;
  selected: boolean;
  dimmed?: boolean;
  index: number;
  caption?: ReactNode;
  /** What plays over the picture while the pointer rests on it. */
  hover?: ReactNode;
  onSelect: () => void;
}

/** A small picture with modality badge, label and reference star; it takes its address when it comes near the view. */
export const Thumbnail = memo(function Thumbnail({ filename, size, project, image, selected, dimmed, index, caption, hover, onSelect }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const [hovered, setHovered] = useState(false);

  useEffect(() => {
    const element = button.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      urlFor(filename, size).then(setUrl).catch(() => { setBroken(true); });
    }, { rootMargin: '300px' });
    watch.observe(element);
    return () => { watch.disconnect(); };
  }, [filename, size]);

  useEffect(() => { if (selected) button.current?.scrollIntoView({ block: 'nearest' }); }, [selected]);

  const label = image?.type ? (image.view ? `${image.view} · ${image.type}` : image.type) : (image?.view ?? 'not labelled');
  return (
    <button
      ref={button} type="button" className={classes.thumbnail} data-selected={selected} data-dimmed={dimmed} data-testid="thumbnail" data-filename={filename} data-unlabelled={!image?.type}
      aria-pressed={selected} onClick={onSelect}
      onPointerEnter={() => { setHovered(true); }} onPointerLeave={() => { setHovered(false); }}
    >
      <span className="visually-hidden">{`Image ${index + 1}: ${label}${image?.reference ? ', reference' : ''}`}</span>
      {url && !broken && <img src={url} alt="" decoding="async" draggable={false} onError={() => { setBroken(true); }} />}
      {hovered && hover}
      {broken && <span className={classes.broken} aria-hidden="true">no preview</span>}
      {image?.modality && <span className={classes.badge} aria-hidden="true" style={{ color: modalityColour(image.modality, project) }}>{shortModality(image.modality)}</span>}
      {image?.reference && <IconStarFilled className={classes.star ?? ''} size={16} aria-hidden="true" />}
      <span className={classes.caption} aria-hidden="true">{caption ?? label}</span>
    </button>
  );
});

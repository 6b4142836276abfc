import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState, type CSSProperties } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { Thumbnail } from '../../study/react/thumbnail.tsx';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import classes from './page.module.css';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useTileWidth } from './use-tile-width.ts';

/** A stored selection is shown, but not to Viewers; without one nothing is chosen, and Done then takes all. */
export const storedChoice = (study: OpenStudy): ReadonlySet<string> =>
  new Set(study.selectionStored && !study.readOnly ? study.files.filter(({ active }) => active).map(({ filename }) => filename) : []);

const HINTS: readonly KeyHint[] = [
  { actions: ['preview.left', 'preview.right', 'preview.above', 'preview.below'], does: messages.keys.move },
  { actions: ['preview.toggle'], does: messages.keys.toggle },
  { actions: ['preview.all'], does: messages.keys.all },
  { actions: ['preview.done'], does: messages.keys.done },
];

const captionOf = ({ number_of_frames, manufacturer }: StudyFile, index: number): string =>
  `${index + 1} · ${number_of_frames > 1 ? messages.frames(number_of_frames) : messages.still}${manufacturer ? ` · ${manufacturer}` : ''}`;

/** The files of a study as tiles to take or leave. */
export function Chooser({
  study,
  chosen,
  onChosen,
  onDone,
}: {
  study: OpenStudy;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  onDone: (chosen: ReadonlySet<string>) => Promise<void>;
}) {
  const { files } = study;
  const [help, setHelp] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const tile = useTileWidth(area, files.length);
  const toggle = (filename: string) => {
    const next = new Set(chosen);
    if (!next.delete(filename)) next.add(filename);
    onChosen(next);
  };
  const setFocused = usePreviewKeys(grid, files, {
    toggle,
    all: () => onChosen(new Set(files.map(({ filename }) => filename))),
    done: () => void onDone(chosen),
    help: () => setHelp(true),
  });
  return (
    <div className={kit.wholePage}>
      <header className={classes.bar}>
        <h1>{messages.title}</h1>
        <Button leftSection={<IconCheck size={18} stroke={1.6} />} onClick={() => void onDone(chosen)}>
          {messages.done(chosen.size === 0 ? String(files.length) : `${chosen.size}/${files.length}`)}
        </Button>
      </header>
      <div ref={area} className={classes.scroll}>
        <div ref={grid} className={classes.grid} style={{ '--tile': `${tile}px` } as CSSProperties}>
          {files.map((file, index) => (
            <Thumbnail
              key={file.filename}
              filename={file.filename}
              size="big_icon"
              project={study.project}
              index={index}
              frames={file.number_of_frames}
              framesAvailable={file.frames_available}
              image={study.images.find(({ instance_id }) => instance_id === file.instance_id)}
              selected={chosen.has(file.filename)}
              dimmed={chosen.size > 0 && !chosen.has(file.filename)}
              caption={captionOf(file, index)}
              leavesKeys="Enter"
              onSelect={() => {
                setFocused(index);
                toggle(file.filename);
              }}
            />
          ))}
        </div>
      </div>
      <KeyStrip
        mode={messages.mode}
        hints={HINTS}
        more={{ actions: ['preview.help'], does: messages.keys.help, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

import { ImageIcon } from '../study/react/image-icon.tsx';
import type { OpenStudy } from '../study/store/open-study.ts';
import { messages } from './messages.ts';
import classes from './history.module.css';
import type { ImageChange } from './sittings.ts';

interface ChangesProps {
  title: string;
  study: OpenStudy;
  changes: readonly ImageChange[];
  /** Large pictures show what a version would change before it is brought back. */
  pictures?: 'small' | 'large';
  onShow: (instanceId: string) => void;
}

/** Images with picture, number and what changed of each, from and to; a click shows the image. */
export function VersionChanges({ title, study, changes, pictures = 'small', onShow }: ChangesProps) {
  return (
    <div className={classes.changes} data-pictures={pictures} role="group" aria-label={title}>
      <strong>{title}</strong>
      {changes.length === 0 && <span>{messages.history.noImage}</span>}
      <ul>
        {changes.map((change) => (
          <ChangedImage key={change.instance_id} study={study} change={change} large={pictures === 'large'} onShow={onShow} />
        ))}
      </ul>
    </div>
  );
}

function ChangedImage({
  study,
  change: { instance_id, words },
  large,
  onShow,
}: {
  study: OpenStudy;
  change: ImageChange;
  large: boolean;
  onShow: (instanceId: string) => void;
}) {
  const at = study.files.findIndex((file) => file.instance_id === instance_id);
  const file = study.files[at];
  return (
    <li>
      <button type="button" onClick={() => onShow(instance_id)}>
        {file && <ImageIcon filename={file.filename} size={large ? 'big_icon' : 'small_icon'} className={classes.picture ?? ''} />}
        {messages.history.image(at + 1)}
      </button>{' '}
      <ul className={classes.words}>
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </li>
  );
}

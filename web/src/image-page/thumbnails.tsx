import { memo } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { StudyPage } from '../lib/study-link.ts';
import { PageLink } from '../lib/page-link.tsx';
import { Thumbnail, type ThumbnailProps } from '../study/react/thumbnail.tsx';
import type { OpenStudy } from '../study/store/open-study.ts';
import type { Stage } from '../viewer/stage.ts';
import { useNotes } from './comments/use-comments.ts';
import { FILTERS, passes, type ThumbnailFilter } from './filters.ts';
import { HoverPreview } from './hover-preview.tsx';
import { messages } from './messages.ts';
import { StudyStateLine } from './study-state-line.tsx';
import classes from './image-page.module.css';
import { useIsPictureThere } from './picture-there.ts';
import type { Images } from './use-images.ts';

/** More images than a window shows on either side of the chosen one. */
const NEAR_TILES = 14;

/** The images of the study: how many are shown, what is listed, and each with its badges. The page is rendered more often than they change. */
export const Thumbnails = memo(function Thumbnails({
  page,
  study,
  images,
  stage,
  beside,
}: {
  page: StudyPage;
  study: OpenStudy;
  images: Images;
  stage: Stage;
  /** Images shown next to the chosen one. */
  beside: readonly StudyFile[];
}) {
  const notes = useNotes(page, study.user);
  const { files, active, file, targets, filter, setFilter, send } = images;
  const known = new Map(study.images.map((image) => [image.instance_id, image]));
  const isPictureThere = useIsPictureThere(stage);
  const at = file ? files.indexOf(file) : 0;
  return (
    <aside className={classes.images} aria-label={messages.thumbnails.label}>
      <div className={classes.count}>
        <span>{messages.thumbnails.shown(active.length, study.files.length)}</span>
        <PageLink to="preview" link={study.link}>
          {messages.thumbnails.changeSelection}
        </PageLink>
      </div>
      <StudyStateLine study={study} />
      <Filter filter={filter} active={active} known={known} onFilter={setFilter} />
      <div className={classes.grid}>
        {files.map((one, place) => (
          <Tile
            key={one.filename}
            file={one}
            project={study.project}
            index={active.indexOf(one)}
            image={known.get(one.instance_id)}
            notes={notes.get(one.filename)}
            selected={one === file}
            brief={!isPictureThere && place >= NEAR_TILES && Math.abs(place - at) >= NEAR_TILES}
            also={one !== file && (targets.includes(one.instance_id) || beside.includes(one))}
            send={send}
          />
        ))}
      </div>
    </aside>
  );
});

type TileProps = Pick<ThumbnailProps, 'project' | 'index' | 'image' | 'notes' | 'selected' | 'brief' | 'also'> & {
  file: StudyFile;
  send: Images['send'];
};

/** One image. When another is chosen, only two tiles are rendered again. */
const Tile = memo(function Tile({ file, send, ...shown }: TileProps) {
  const { filename, instance_id, number_of_frames, frames_available } = file;
  return (
    <Thumbnail
      {...shown}
      filename={filename}
      size="small_icon"
      frames={number_of_frames}
      framesAvailable={frames_available}
      onSelect={(how) => {
        send({ type: 'choose', image: instance_id, how });
      }}
      hover={number_of_frames > 1 ? <HoverPreview filename={filename} /> : null}
    />
  );
});

function Filter({
  filter,
  active,
  known,
  onFilter,
}: {
  filter: ThumbnailFilter;
  active: Images['active'];
  known: ReadonlyMap<string, AnalysisImage>;
  onFilter: (filter: ThumbnailFilter) => void;
}) {
  const counts = FILTERS.map((one) => ({ one, count: active.filter(({ instance_id }) => passes(one, known.get(instance_id))).length }));
  return (
    <div className={classes.filter} role="group" aria-label={messages.thumbnails.filterLabel}>
      {counts
        // A filter that lists nothing or everything is of no use.
        .filter(({ one, count }) => one === 'all' || one === filter || (count > 0 && count < active.length))
        .map(({ one, count }) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === filter}
            onClick={() => {
              onFilter(one);
            }}
          >
            {messages.thumbnails.filters[one]} <small>{count}</small>
          </button>
        ))}
    </div>
  );
}

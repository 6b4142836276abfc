/** Lines that were followed through a clip, until they are accepted or dropped. Nothing of it is stored. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackedPoint, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { LinePlace } from '../lines/place.ts';

/** Lines of one place, and where the engine found them on the frames of the clip. */
export interface TrackOffer {
  instance_id: string;
  source: LinePlace;
  /** The lines as they were drawn. */
  lines: readonly Line[];
  tracks: Tracks;
}

/** A line as it is offered at a place. */
export interface OfferedLine {
  source: Line;
  points: readonly TrackedPoint[];
}

/** The value that is explained: its text in the panel, and its place in the picture. */
import type { Compared, Explanation, ImageRead, LineRead } from '@echometry/contract/generated/study-measurements.ts';
import { TOKENS } from '@echometry/contract/theme/tokens.ts';
import { proxy, ref, subscribe } from 'valtio';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { OverlayShape } from '../../tools/overlay.ts';
import { NO_SHAPES, type Tool } from '../../tools/port.ts';
import { seat, type Seat } from '../../tools/stack.ts';
import type { PageContext, ToolPart } from '../parts.ts';

/** Of points that made the chosen value: the accent, which no line uses. */
const COLOUR = TOKENS.accent;

export interface Chosen {
  /** Name of the measurement; null while none is explained. */
  name: string | null;
  explanation: Explanation | null;
  /** The value by every formula that may be chosen, with its interval; null until it is known. */
  compared: readonly Compared[] | null;
}

/** Intervals are computed once the values rest, in ms. */
const REST_MS = 250;

interface Context {
  read: ImageRead | null;
}

const NOTHING: Context = { read: null };

const isRead = (line: LineRead, frame: number): boolean => line.frame_number === null || line.frame_number === frame;

function shapesOf({ read }: Context, frame: number): readonly OverlayShape[] {
  if (!read) return NO_SHAPES;
  return read.lines
    .filter((line) => isRead(line, frame))
    .flatMap(({ points }) => points.filter((point) => point.read))
    .map(({ x, y }): OverlayShape => ({ kind: 'handle', at: { x, y }, colour: COLOUR, state: 'selected' }));
}

/** Shows the points of the chosen value; no hand is for it. */
const pointsTool: Tool<null, never, Context, never> = {
  name: 'points of a value',
  initial: null,
  handsOff: true,
  reduce: (state) => ({ state, effects: [] }),
  overlay: (_, context, frame) => shapesOf(context, frame),
};

export class ValuesOnPage {
  readonly chosen = proxy<Chosen>({ name: null, explanation: null, compared: null });
  #page: () => PageContext | null = () => null;
  #seat: Seat | null = null;
  #context: Context = NOTHING;
  #asked = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  readonly part: ToolPart = ({ context }) => {
    this.#page = context;
    this.#seat = seat(
      pointsTool,
      () => (this.#context.read?.instance_id === this.#page()?.file?.instance_id ? this.#context : NOTHING),
      () => undefined,
    );
    return this.#seat;
  };

  /** Explains a value and shows the frame of its points; null, or the chosen one again, closes the explanation. */
  choose(name: string | null): void {
    const next = name === this.chosen.name ? null : name;
    this.chosen.name = next;
    this.chosen.compared = null;
    this.#show(null);
    if (next !== null) void this.#ask().then((explanation) => explanation && this.#goTo(explanation));
  }

  /** Keeps the explanation up to date with the values on the screen. @returns stops it */
  follow(): () => void {
    const measuring = studyMeasuring();
    if (!measuring) return () => undefined;
    return subscribe(measuring.shown, () => {
      if (this.chosen.name !== null) void this.#ask();
    });
  }

  async #ask(): Promise<Explanation | null> {
    const { name } = this.chosen;
    const asked = (this.#asked += 1);
    const explanation = name === null ? null : ((await studyMeasuring()?.explain(name)) ?? null);
    if (asked !== this.#asked || name !== this.chosen.name) return null;
    this.#show(explanation);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#compare(), REST_MS);
    return explanation;
  }

  async #compare(): Promise<void> {
    const { name } = this.chosen;
    const asked = this.#asked;
    const compared = name === null ? null : ((await studyMeasuring()?.compare(name)) ?? null);
    if (asked === this.#asked && name === this.chosen.name) this.chosen.compared = compared && ref(compared);
  }

  #show(explanation: Explanation | null): void {
    this.chosen.explanation = explanation && ref(explanation);
    const own = explanation?.read.find(({ instance_id }) => instance_id === explanation.instance_id);
    this.#context = own ? { read: own } : NOTHING;
    this.#seat?.onStep();
  }

  #goTo({ instance_id, read }: Explanation): void {
    const page = this.#page();
    if (page?.file?.instance_id !== instance_id) return;
    const own = read.find((one) => one.instance_id === instance_id);
    const frame = own?.lines.find(({ frame_number }) => frame_number !== null)?.frame_number ?? null;
    if (frame !== null) page.player?.seek(frame - 1);
  }
}

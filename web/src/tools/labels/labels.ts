/** Which images are worked on, and what their labels become: one gesture for one image or for several. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { changeLabel, labelAlert, type LabelChange, type Labels } from '@echometry/contract/rules/labels.ts';
import { setReference } from '@echometry/contract/rules/references.ts';
import type { Step, Tool } from '../port.ts';
import { act, say, stay, type Alert } from '../steps.ts';
import type { LabelEvent, TypeChoice } from './events.ts';
import { LABEL_KEYS, LOOKING_KEYS } from './keymap.ts';
import { messages } from './messages.ts';

export interface LabelState {
  /** The image that is shown; null before one was chosen. */
  shown: string | null;
  /** Further images that are labelled with it, in no order. */
  also: readonly string[];
}

export interface LabelContext {
  /** Images shown, in their order. */
  files: readonly string[];
  /** The image that is shown before one was chosen; null for the first. */
  begun: string | null;
  labels: Labels;
  role: RoleName;
  readOnly: boolean;
  uniqueReference: boolean;
  blank: (instanceId: string) => AnalysisImage;
}

export type LabelEffect = { type: 'commit'; image: string; next: Labels } | { type: 'show'; image: string } | Alert;

type LabelStep = Step<LabelState, LabelEffect>;

type Listed = Pick<LabelContext, 'files' | 'begun'>;

/** The image shown: the chosen one while it is there, else the first. */
export function shownImage({ shown }: LabelState, { files, begun }: Listed): string | null {
  const wanted = shown ?? begun;
  return wanted !== null && files.includes(wanted) ? wanted : (files[0] ?? null);
}

/** All images that a label is set on, the one shown first. */
export function targets(state: LabelState, context: Listed): string[] {
  const shown = shownImage(state, context);
  if (shown === null) return [];
  return [shown, ...context.files.filter((image) => image !== shown && state.also.includes(image))];
}

const show = (image: string, also: readonly string[] = []): LabelStep => act({ shown: image, also }, { type: 'show', image });

function choose(state: LabelState, context: LabelContext, image: string, how: 'alone' | 'also' | 'through'): LabelStep {
  const shown = shownImage(state, context);
  if (how === 'alone' || shown === null) return show(image);
  if (how === 'also') {
    if (image === shown) return stay(state);
    return stay({ shown, also: state.also.includes(image) ? state.also.filter((one) => one !== image) : [...state.also, image] });
  }
  const [from, to] = [context.files.indexOf(shown), context.files.indexOf(image)].toSorted((a, b) => a - b);
  return stay({ shown, also: context.files.slice(from, (to ?? 0) + 1).filter((one) => one !== shown) });
}

function go(state: LabelState, context: LabelContext, by: number): LabelStep {
  const shown = shownImage(state, context);
  const next = shown === null ? undefined : context.files[context.files.indexOf(shown) + by];
  if (next !== undefined) return show(next);
  return act(state, say(by > 0 ? messages.lastImage : messages.firstImage));
}

function nextUnlabelled(state: LabelState, context: LabelContext): LabelStep {
  const shown = shownImage(state, context);
  const at = shown === null ? -1 : context.files.indexOf(shown);
  const labelled = new Set(context.labels.images.filter(({ type }) => type !== null).map(({ instance_id }) => instance_id));
  const next = [...context.files.slice(at + 1), ...context.files.slice(0, Math.max(at, 0))].find((image) => !labelled.has(image));
  return next === undefined ? act(state, say(messages.allLabelled)) : show(next);
}

const imageOf = ({ images }: Labels, instanceId: string): AnalysisImage | undefined =>
  images.find(({ instance_id }) => instance_id === instanceId);

/** The change of a type for one image: the modality comes with the type, unless the image has an allowed one. */
function typeChange(image: AnalysisImage | undefined, to: TypeChoice | null): LabelChange {
  if (to === null) return { kind: 'type', type: null, modality: null };
  const own = image?.modality ?? null;
  return { kind: 'type', type: to.type, modality: own !== null && to.modalities.includes(own) ? own : (to.modalities[0] ?? null) };
}

/** Applies a change to every target; one commit for all of them. */
function label(state: LabelState, context: LabelContext, changeOf: (image: AnalysisImage | undefined) => LabelChange | null): LabelStep {
  const [shown, ...others] = targets(state, context);
  if (context.readOnly || shown === undefined) return stay(state);
  let next: Labels = context.labels;
  let viewMissing: string | null = null;
  for (const instanceId of [shown, ...others]) {
    const change = changeOf(imageOf(next, instanceId));
    if (!change) continue;
    next = changeLabel(next, instanceId, change, context);
    if (change.kind !== 'additional') viewMissing ??= labelAlert(imageOf(next, instanceId));
  }
  return act(state, { type: 'commit', image: shown, next }, ...(viewMissing === null ? [] : [say(viewMissing)]));
}

function toggleReference(state: LabelState, context: LabelContext): LabelStep {
  const shown = shownImage(state, context);
  if (context.readOnly || shown === null) return stay(state);
  const image = imageOf(context.labels, shown);
  if (!image || image.type === null || image.view === null) return act(state, say(messages.setViewAndTypeFirst));
  const change = setReference(context.labels.images, shown, !image.reference, context.uniqueReference);
  if (!change.ok) return act(state, say(change.message, 'hard'));
  return act(state, { type: 'commit', image: shown, next: { images: change.images, missing_images: context.labels.missing_images } });
}

export const labelTool: Tool<LabelState, LabelEvent, LabelContext, LabelEffect> = {
  name: 'labels',
  handsOff: true,
  initial: { shown: null, also: [] },
  reduce(state, event, context) {
    switch (event.type) {
      case 'choose':
        return choose(state, context, event.image, event.how);
      case 'choose-all': {
        const shown = shownImage(state, context);
        return stay({ shown, also: context.files.filter((image) => image !== shown) });
      }
      case 'go':
        return go(state, context, event.by);
      case 'next-unlabelled':
        return nextUnlabelled(state, context);
      case 'set-type': {
        const { to, group } = event;
        // None removes the tag of its own dropdown and never another's.
        return label(state, context, (image) =>
          to !== null || (image?.type != null && group.includes(image.type)) ? typeChange(image, to) : null,
        );
      }
      case 'set':
        return label(state, context, () => event.change);
      case 'toggle-reference':
        return toggleReference(state, context);
      // The picture is another tool's.
      default:
        return stay(state);
    }
  },
  keymap: (_state, { readOnly }) => (readOnly ? LOOKING_KEYS : LABEL_KEYS),
};

/** Every action a key can do: its scope, its words and the keys it is shipped with. Settings of the person win. */

/** Scopes whose keys are live at the same time share one row; a key may mean one thing in each row. */
export const SCOPES = {
  studies: 'Studies list',
  preview: 'Preview',
  selection: 'Selection',
  overview: 'Overview',
  reference: 'Reference',
  'cycle-timing': 'Cycle timing',
  segmentation: 'Segmentation',
  'segmentation-point': 'Segmentation, while a point is selected',
  viewer: 'Player and picture',
  quality: 'Quality, while it has the focus',
  comments: 'Comments, while one is written',
} as const;
export type Scope = keyof typeof SCOPES;
const LIVE_TOGETHER: readonly (readonly Scope[])[] = [
  ['studies'],
  ['preview'],
  ['selection', 'viewer', 'overview'],
  ['reference'],
  ['cycle-timing'],
  ['segmentation'],
  ['segmentation-point'],
  ['quality'],
  ['comments'],
];

export interface Action {
  scope: Scope;
  does: string;
  /** KeyboardEvent.key, with 'Shift+', 'Ctrl+' or 'Alt+' before it in this order. */
  keys: readonly string[];
  /** A key held down repeats the action. */
  repeat?: true;
  /** It lasts as long as the key is held. */
  hold?: true;
}

const actions = <const T extends Record<string, Action>>(table: T): T => table;

export const ACTIONS = actions({
  'studies.next': { scope: 'studies', does: 'Next study', keys: ['ArrowDown'], repeat: true },
  'studies.previous': { scope: 'studies', does: 'Previous study', keys: ['ArrowUp'], repeat: true },
  'studies.open': { scope: 'studies', does: 'Open the study', keys: ['Enter'] },
  'studies.next-page': { scope: 'studies', does: 'Next page of the list', keys: ['PageDown'] },
  'studies.previous-page': { scope: 'studies', does: 'Previous page of the list', keys: ['PageUp'] },
  'studies.search': { scope: 'studies', does: 'Search', keys: ['/'] },
  'studies.copy': { scope: 'studies', does: 'Copy the patient code', keys: ['c'] },
  'studies.help': { scope: 'studies', does: 'All keys', keys: ['?'] },
  'preview.right': { scope: 'preview', does: 'Image to the right', keys: ['ArrowRight'], repeat: true },
  'preview.left': { scope: 'preview', does: 'Image to the left', keys: ['ArrowLeft'], repeat: true },
  'preview.below': { scope: 'preview', does: 'Image below', keys: ['ArrowDown'], repeat: true },
  'preview.above': { scope: 'preview', does: 'Image above', keys: ['ArrowUp'], repeat: true },
  'preview.toggle': { scope: 'preview', does: 'Take or leave the image', keys: ['x'] },
  'preview.all': { scope: 'preview', does: 'Take all images', keys: ['a'] },
  'preview.done': { scope: 'preview', does: 'Done', keys: ['Enter'] },
  'preview.help': { scope: 'preview', does: 'All keys', keys: ['?'] },
  'selection.next': { scope: 'selection', does: 'Next image', keys: ['ArrowDown'], repeat: true },
  'selection.previous': { scope: 'selection', does: 'Previous image', keys: ['ArrowUp'], repeat: true },
  'selection.next-unlabelled': { scope: 'selection', does: 'Next image without a label', keys: ['n'] },
  'selection.reference': { scope: 'selection', does: 'Mark or unmark as reference', keys: ['*'] },
  'selection.undo': { scope: 'selection', does: 'Undo on this image', keys: ['Ctrl+z'] },
  'selection.redo': { scope: 'selection', does: 'Redo on this image', keys: ['Ctrl+y', 'Shift+Ctrl+z'] },
  'selection.save': { scope: 'selection', does: 'Save now', keys: ['Ctrl+s'] },
  'selection.all': { scope: 'selection', does: 'Choose all images', keys: ['Ctrl+a'] },
  'selection.view': { scope: 'selection', does: 'Choose the view', keys: ['v'] },
  'selection.type-2d': { scope: 'selection', does: 'Choose the 2D type', keys: ['t'] },
  'selection.type-m-mode': { scope: 'selection', does: 'Choose the M-Mode type', keys: ['m'] },
  'selection.type-doppler': { scope: 'selection', does: 'Choose the Doppler type', keys: ['p'] },
  'selection.labels': { scope: 'selection', does: 'Choose additional labels', keys: ['y'] },
  'selection.history': { scope: 'selection', does: 'History of versions', keys: ['Shift+h'] },
  'selection.next-action': { scope: 'selection', does: 'Next best action', keys: ['Shift+n'] },
  'selection.help': { scope: 'selection', does: 'All keys', keys: ['?'] },
  'overview.beside': { scope: 'overview', does: 'One, two or four images', keys: ['o'] },
  'overview.by': { scope: 'overview', does: 'By time or by phase', keys: ['Shift+o'] },
  'reference.right': { scope: 'reference', does: 'Image to the right', keys: ['ArrowRight'], repeat: true },
  'reference.left': { scope: 'reference', does: 'Image to the left', keys: ['ArrowLeft'], repeat: true },
  'reference.below': { scope: 'reference', does: 'Image below', keys: ['ArrowDown'], repeat: true },
  'reference.above': { scope: 'reference', does: 'Image above', keys: ['ArrowUp'], repeat: true },
  'reference.open': { scope: 'reference', does: 'Open at the step it lacks', keys: ['Enter'] },
  'reference.mark': { scope: 'reference', does: 'Mark or unmark as reference', keys: ['*'] },
  'reference.missing': { scope: 'reference', does: 'Image is missing in study, or not', keys: ['x'] },
  'reference.not-completed': { scope: 'reference', does: 'Show only what is not completed', keys: ['c'] },
  'reference.next-action': { scope: 'reference', does: 'Next best action', keys: ['n', 'Shift+n'] },
  'reference.skip': { scope: 'reference', does: 'Skip the next best action', keys: ['s'] },
  'reference.undo': { scope: 'reference', does: 'Undo what was done here', keys: ['Ctrl+z'] },
  'reference.redo': { scope: 'reference', does: 'Redo', keys: ['Ctrl+y', 'Shift+Ctrl+z'] },
  'reference.save': { scope: 'reference', does: 'Save now', keys: ['Ctrl+s'] },
  'reference.help': { scope: 'reference', does: 'All keys', keys: ['?'] },
  'cycle-timing.onset': { scope: 'cycle-timing', does: 'Mark an onset, or choose the cycle', keys: ['Space'] },
  'cycle-timing.diastole': { scope: 'cycle-timing', does: 'Mark end diastole', keys: ['d'] },
  'cycle-timing.systole': { scope: 'cycle-timing', does: 'Mark end systole', keys: ['s'] },
  'cycle-timing.finish': { scope: 'cycle-timing', does: 'Finish', keys: ['f'] },
  'cycle-timing.edit': { scope: 'cycle-timing', does: 'Edit the marks', keys: ['e'] },
  'cycle-timing.undo': { scope: 'cycle-timing', does: 'Undo, or reopen what is finished', keys: ['Ctrl+z'] },
  'cycle-timing.remove-all': { scope: 'cycle-timing', does: 'Remove all marks', keys: ['Ctrl+r', 'Shift+r'] },
  'cycle-timing.next-event': { scope: 'cycle-timing', does: 'Next event', keys: [']'], repeat: true },
  'cycle-timing.previous-event': { scope: 'cycle-timing', does: 'Previous event', keys: ['['], repeat: true },
  'cycle-timing.right': { scope: 'cycle-timing', does: 'Line or selected mark to the right', keys: ['ArrowRight'], repeat: true },
  'cycle-timing.left': { scope: 'cycle-timing', does: 'Line or selected mark to the left', keys: ['ArrowLeft'], repeat: true },
  'cycle-timing.far-right': { scope: 'cycle-timing', does: 'Ten columns to the right', keys: ['Shift+ArrowRight'], repeat: true },
  'cycle-timing.far-left': { scope: 'cycle-timing', does: 'Ten columns to the left', keys: ['Shift+ArrowLeft'], repeat: true },
  'cycle-timing.m-mode': { scope: 'cycle-timing', does: 'Anatomical M-Mode on or off', keys: ['m'] },
  'cycle-timing.line-right': { scope: 'cycle-timing', does: 'Line of the M-Mode to the right', keys: ['Alt+ArrowRight'], repeat: true },
  'cycle-timing.line-left': { scope: 'cycle-timing', does: 'Line of the M-Mode to the left', keys: ['Alt+ArrowLeft'], repeat: true },
  'cycle-timing.line-turn': { scope: 'cycle-timing', does: 'Turn the line of the M-Mode', keys: ['Alt+ArrowUp'], repeat: true },
  'cycle-timing.line-turn-back': { scope: 'cycle-timing', does: 'Turn the line of the M-Mode back', keys: ['Alt+ArrowDown'], repeat: true },
  'cycle-timing.accept': { scope: 'cycle-timing', does: 'Accept the next proposal', keys: ['a'] },
  'cycle-timing.accept-all': { scope: 'cycle-timing', does: 'Accept all proposals', keys: ['Enter'] },
  'cycle-timing.drop': { scope: 'cycle-timing', does: 'Drop the next proposal', keys: ['Backspace'] },
  'cycle-timing.stretch': { scope: 'cycle-timing', does: 'Zoom in along the time of a strip', keys: ['}'], repeat: true },
  'cycle-timing.shrink': { scope: 'cycle-timing', does: 'Zoom out along the time of a strip', keys: ['{'], repeat: true },
  'cycle-timing.loop-cycle': { scope: 'cycle-timing', does: 'Loop the cycle that is shown', keys: ['o'] },
  'segmentation.finish': { scope: 'segmentation', does: 'Finish the line, or all of a strip', keys: ['f'] },
  'segmentation.finish-all': { scope: 'segmentation', does: 'Finish all', keys: ['Ctrl+f', 'Shift+f'] },
  'segmentation.edit': { scope: 'segmentation', does: 'Edit the lines', keys: ['e'] },
  'segmentation.undo': { scope: 'segmentation', does: 'Undo, or reopen what is finished', keys: ['Ctrl+z'] },
  'segmentation.remove-all': { scope: 'segmentation', does: 'Remove all lines', keys: ['Ctrl+r', 'Shift+r'] },
  'segmentation.remove-shape': { scope: 'segmentation', does: 'Remove the line', keys: ['r'] },
  'segmentation.remove-last-cycle': { scope: 'segmentation', does: 'Remove the last cycle of a strip', keys: ['Ctrl+l', 'Shift+l'] },
  'segmentation.predict': { scope: 'segmentation', does: 'Predict from the cycle before', keys: ['p'] },
  'segmentation.caliper': { scope: 'segmentation', does: 'Caliper on or off', keys: ['Ctrl+c', 'k'] },
  'segmentation.caliper-save': { scope: 'segmentation', does: 'Save the measure of the caliper', keys: ['Enter'] },
  'segmentation.caliper-lock': { scope: 'segmentation', does: 'Constraint of the caliper on or off', keys: ['Shift+k'] },
  'segmentation.next-template': { scope: 'segmentation', does: 'Next template of the caliper', keys: ['ArrowDown'], repeat: true },
  'segmentation.previous-template': { scope: 'segmentation', does: 'Template of the caliper before', keys: ['ArrowUp'], repeat: true },
  'segmentation.guide': { scope: 'segmentation', does: 'Cursor guide over a strip on or off', keys: ['t'] },
  'segmentation.measurements': { scope: 'segmentation', does: 'Measurements on or off', keys: ['m'] },
  'segmentation.place': { scope: 'segmentation', does: 'Place the next point of a strip, or choose the cycle', keys: ['Space'] },
  'segmentation.stretch': { scope: 'segmentation', does: 'Zoom in along the time of a strip', keys: ['}'], repeat: true },
  'segmentation.shrink': { scope: 'segmentation', does: 'Zoom out along the time of a strip', keys: ['{'], repeat: true },
  'segmentation.next-event': { scope: 'segmentation', does: 'Next event or cycle', keys: ['Ctrl+ArrowRight', ']'], repeat: true },
  'segmentation.previous-event': { scope: 'segmentation', does: 'Event or cycle before', keys: ['Ctrl+ArrowLeft', '['], repeat: true },
  'segmentation.next-shape': { scope: 'segmentation', does: 'Next line, or finish', keys: ['ArrowRight'] },
  'segmentation.previous-shape': { scope: 'segmentation', does: 'Line before', keys: ['ArrowLeft'] },
  'segmentation.next-frame': { scope: 'segmentation', does: 'Next frame', keys: ['.'], repeat: true },
  'segmentation.previous-frame': { scope: 'segmentation', does: 'Frame before', keys: [','], repeat: true },
  'segmentation.next-point': { scope: 'segmentation', does: 'Select the next point', keys: ['n'], repeat: true },
  'segmentation.previous-point': { scope: 'segmentation', does: 'Select the point before', keys: ['Shift+n'], repeat: true },
  'segmentation.leave-point': { scope: 'segmentation', does: 'Let the point go', keys: ['Escape'] },
  'segmentation.delete-point': { scope: 'segmentation', does: 'Delete the selected point', keys: ['Delete', 'Backspace'] },
  'segmentation.add-point': { scope: 'segmentation', does: 'Aim with the arrow keys, then set a point', keys: ['a'] },
  'segmentation.follow': { scope: 'segmentation', does: 'Follow the lines through the clip, or look for the envelope', keys: ['v'] },
  'segmentation.accept': { scope: 'segmentation', does: 'Go to what is offered, then accept it', keys: ['y'] },
  'segmentation.accept-all': { scope: 'segmentation', does: 'Accept all that is offered', keys: ['Shift+y'] },
  'segmentation.drop': { scope: 'segmentation', does: 'Drop what is offered', keys: ['Shift+v'] },
  'segmentation.ghost': { scope: 'segmentation', does: "The other event's lines on or off", keys: ['o'] },
  'segmentation-point.right': { scope: 'segmentation-point', does: 'Move the point right', keys: ['ArrowRight'], repeat: true },
  'segmentation-point.left': { scope: 'segmentation-point', does: 'Move the point left', keys: ['ArrowLeft'], repeat: true },
  'segmentation-point.up': { scope: 'segmentation-point', does: 'Move the point up', keys: ['ArrowUp'], repeat: true },
  'segmentation-point.down': { scope: 'segmentation-point', does: 'Move the point down', keys: ['ArrowDown'], repeat: true },
  'segmentation-point.far-right': {
    scope: 'segmentation-point',
    does: 'Move the point right, by 10 px',
    keys: ['Shift+ArrowRight'],
    repeat: true,
  },
  'segmentation-point.far-left': {
    scope: 'segmentation-point',
    does: 'Move the point left, by 10 px',
    keys: ['Shift+ArrowLeft'],
    repeat: true,
  },
  'segmentation-point.far-up': { scope: 'segmentation-point', does: 'Move the point up, by 10 px', keys: ['Shift+ArrowUp'], repeat: true },
  'segmentation-point.far-down': {
    scope: 'segmentation-point',
    does: 'Move the point down, by 10 px',
    keys: ['Shift+ArrowDown'],
    repeat: true,
  },
  'segmentation-point.fine-right': {
    scope: 'segmentation-point',
    does: 'Move the point right, by 0.1 px',
    keys: ['Ctrl+ArrowRight'],
    repeat: true,
  },
  'segmentation-point.fine-left': {
    scope: 'segmentation-point',
    does: 'Move the point left, by 0.1 px',
    keys: ['Ctrl+ArrowLeft'],
    repeat: true,
  },
  'segmentation-point.fine-up': { scope: 'segmentation-point', does: 'Move the point up, by 0.1 px', keys: ['Ctrl+ArrowUp'], repeat: true },
  'segmentation-point.fine-down': {
    scope: 'segmentation-point',
    does: 'Move the point down, by 0.1 px',
    keys: ['Ctrl+ArrowDown'],
    repeat: true,
  },
  'viewer.play': { scope: 'viewer', does: 'Play or pause', keys: ['Space'] },
  'viewer.next-frame': { scope: 'viewer', does: 'Next frame', keys: ['ArrowRight'], repeat: true },
  'viewer.previous-frame': { scope: 'viewer', does: 'Previous frame', keys: ['ArrowLeft'], repeat: true },
  'viewer.ten-on': { scope: 'viewer', does: 'Ten frames on', keys: ['Shift+ArrowRight'], repeat: true },
  'viewer.ten-back': { scope: 'viewer', does: 'Ten frames back', keys: ['Shift+ArrowLeft'], repeat: true },
  'viewer.first-frame': { scope: 'viewer', does: 'First frame', keys: ['Home'] },
  'viewer.last-frame': { scope: 'viewer', does: 'Last frame', keys: ['End'] },
  'viewer.loop': { scope: 'viewer', does: 'Loop on or off', keys: ['l'] },
  'viewer.slower': { scope: 'viewer', does: 'Slower', keys: ['<'] },
  'viewer.faster': { scope: 'viewer', does: 'Faster', keys: ['>'] },
  'viewer.brighter': { scope: 'viewer', does: 'Brighter', keys: ['b'], repeat: true },
  'viewer.darker': { scope: 'viewer', does: 'Darker', keys: ['Shift+b'], repeat: true },
  'viewer.more-contrast': { scope: 'viewer', does: 'More contrast', keys: ['c'], repeat: true },
  'viewer.less-contrast': { scope: 'viewer', does: 'Less contrast', keys: ['Shift+c'], repeat: true },
  'viewer.zoom-in': { scope: 'viewer', does: 'Zoom in', keys: ['+', '='], repeat: true },
  'viewer.zoom-out': { scope: 'viewer', does: 'Zoom out', keys: ['-'], repeat: true },
  'viewer.fit': { scope: 'viewer', does: 'Fit the picture', keys: ['z', '0'] },
  'viewer.one-to-one': { scope: 'viewer', does: 'One image pixel on one screen pixel', keys: ['1'] },
  'viewer.up': { scope: 'viewer', does: 'Move up', keys: ['Shift+w'], repeat: true },
  'viewer.down': { scope: 'viewer', does: 'Move down', keys: ['Shift+s'], repeat: true },
  'viewer.left': { scope: 'viewer', does: 'Move left', keys: ['Shift+a'], repeat: true },
  'viewer.right': { scope: 'viewer', does: 'Move right', keys: ['Shift+d'], repeat: true },
  'viewer.hide': { scope: 'viewer', does: 'Hide what is drawn, while held', keys: ['h'], hold: true },
  'viewer.magnify': { scope: 'viewer', does: 'Magnifier, while held', keys: ['g'], hold: true },
  'viewer.axes': { scope: 'viewer', does: 'Axes on or off', keys: ['x'] },
  'viewer.full-screen': { scope: 'viewer', does: 'Full screen on or off', keys: ['f'] },
  'viewer.copy-link': { scope: 'viewer', does: 'Copy a link to this frame', keys: ['u'] },
  'viewer.metadata': { scope: 'viewer', does: 'Metadata', keys: ['i'] },
  'viewer.quality': { scope: 'viewer', does: 'Quality: open, go to, close', keys: ['q'] },
  'viewer.comments': { scope: 'viewer', does: 'Comments: open, go to, close', keys: ['w'] },
  'quality.option-1': { scope: 'quality', does: 'First answer', keys: ['1'] },
  'quality.option-2': { scope: 'quality', does: 'Second answer', keys: ['2'] },
  'quality.option-3': { scope: 'quality', does: 'Third answer', keys: ['3'] },
  'quality.option-4': { scope: 'quality', does: 'Fourth answer', keys: ['4'] },
  'quality.option-5': { scope: 'quality', does: 'Fifth answer', keys: ['5'] },
  'quality.option-6': { scope: 'quality', does: 'Sixth answer', keys: ['6'] },
  'quality.option-7': { scope: 'quality', does: 'Seventh answer', keys: ['7'] },
  'quality.option-8': { scope: 'quality', does: 'Eighth answer', keys: ['8'] },
  'quality.option-9': { scope: 'quality', does: 'Ninth answer', keys: ['9'] },
  'quality.next': { scope: 'quality', does: 'Next question', keys: ['ArrowDown'], repeat: true },
  'quality.previous': { scope: 'quality', does: 'Previous question', keys: ['ArrowUp'], repeat: true },
  'quality.all-good': { scope: 'quality', does: 'All good', keys: ['Shift+a'] },
  'quality.send': { scope: 'quality', does: 'Send the evaluation', keys: ['Enter'] },
  'quality.leave': { scope: 'quality', does: 'Back to the image', keys: ['Escape'] },
  'comments.send': { scope: 'comments', does: 'Send the comment', keys: ['Enter'] },
  'comments.line': { scope: 'comments', does: 'Break the line', keys: ['Shift+Enter'] },
  'comments.close': { scope: 'comments', does: 'Close the comments', keys: ['Escape'] },
});
export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** Keys a person gave to actions; actions that are not in it keep the shipped ones. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

export const actionOf = (name: ActionName): Action => ACTIONS[name];
export const keysOf = (name: ActionName, own: OwnKeys): readonly string[] => own[name] ?? ACTIONS[name].keys;

/** Actions that are live together with this one and answer the same key. */
export function conflictsOf(name: ActionName, key: string, own: OwnKeys): ActionName[] {
  const { scope } = ACTIONS[name];
  const near = LIVE_TOGETHER.find((scopes) => scopes.includes(scope)) ?? [scope];
  return ACTION_NAMES.filter((other) => other !== name && near.includes(ACTIONS[other].scope) && keysOf(other, own).includes(key));
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  Shift: '⇧',
};

/** A key as it is written on the keyboard, part by part, with ' + ' between those pressed together. */
export function keyParts(key: string): string[] {
  const parts = key === '+' ? ['+'] : key.endsWith('++') ? [...key.slice(0, -2).split('+'), '+'] : key.split('+');
  return parts.flatMap((part, index) => {
    const sign = SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    return index === 0 ? [sign] : [' + ', sign];
  });
}

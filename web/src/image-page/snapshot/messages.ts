/** Texts of snapshots: the question, the wait and the failure are of docs/specification.md#image-analysis, letter for letter. */
export const messages = {
  button: 'Snapshot of this frame',
  title: (frame: number | null) => `Snapshot of frame ${frame ?? ''}`,
  question:
    'This will add a new image file in the study, please use this feature in moderation. Are you sure to proceed with the selected frame?',
  yes: 'Yes',
  no: 'No',
  waiting: 'Please wait...',
  failed: 'Sorry, an error happened while saving the snapshot',
  ok: 'OK',
};

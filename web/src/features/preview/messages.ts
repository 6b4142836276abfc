/** Texts of the preview. */
export const messages = {
  mode: 'Preview',
  /** Specified: docs/specification.md#image-analysis. */
  title: 'Please select the files of the study you want to load',
  /** Specified: docs/specification.md#image-analysis. */
  done: (count: string) => `DONE ${count}`,
  frames: (count: number) => `${count} frames`,
  still: 'still',
  downloading: (done: number, files: number, bytes: string, of: string) => `Downloading images ${done}/${files} · ${bytes} of ${of}`,
  notDownloaded: (images: number) =>
    images === 1
      ? 'One image could not be downloaded. Open it to try again.'
      : `${images} images could not be downloaded. Open them to try again.`,
  notSaved: (reason: string) => `The selection was not saved: ${reason} Press Done again.`,
  keys: {
    move: 'move',
    toggle: 'take or leave',
    all: 'all',
    done: 'done',
    help: 'all keys',
  },
};

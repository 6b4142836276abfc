/** Texts of the picture of one frame. */
export const messages = {
  loading: 'Loading',
  failed: (reason: string) => `The image cannot be shown: ${reason}`,
  notStored: 'The file is no longer stored.',
  cannotDraw: 'The browser cannot draw the picture.',
  image: 'Image',
  frameOf: (image: string, frame: number) => `${image}, frame ${frame}`,
};

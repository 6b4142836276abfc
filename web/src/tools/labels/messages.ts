/** Texts of the tool that labels images. */
export const messages = {
  lastImage: 'This is the last image.',
  firstImage: 'This is the first image.',
  allLabelled: 'Every image shown has a label',
  setViewAndTypeFirst: 'Please set a view and a type before marking a reference',
};

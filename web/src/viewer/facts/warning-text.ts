import type { WarningCode } from '@echometry/contract/generated/image-metadata.ts';

/** What a warning of the reader means for the person who looks at the image. */
export const WARNING_TEXT: Readonly<Record<WarningCode, string>> = {
  missing_file_meta: 'The file has no meta header; its encoding was found out.',
  transfer_syntax_mismatch: 'The file is not encoded as its header says; it was read as it is.',
  sequence_repaired: 'A sequence had wrong lengths and was read by its items.',
  metadata_truncated: 'Some elements are too long or too many and are not kept.',
  truncated: 'The file ends early: what is missing cannot be shown.',
  offset_table_ignored: 'The table of frame positions is wrong and was not used.',
  missing_sequence_delimiter: 'The pixel data do not end as they should.',
  fewer_frames_than_declared: 'The file holds fewer frames than it declares.',
  more_frames_than_declared: 'The file holds more frames than it declares.',
  full_length_422: 'Pixels declared as 4:2:2 are stored in full.',
  not_encapsulated: 'Compressed data were expected, but the pixels are plain.',
  reference_16_bit: 'A reference pixel was stored as an unsigned 16-bit number and was read as negative.',
  baseline_may_be_absolute: 'The zero line may be counted from the image and not from its region: check it against the picture.',
  scale_against_prf: 'The velocity scale does not fit the pulse repetition frequency: check it against the picture.',
  region_beyond_image: 'A calibrated region reaches beyond the image: check lengths against the picture.',
  depth_implausible: 'A region is deeper than 40 cm: check lengths against the picture.',
  delta_against_reference: 'Scale and reference value of a spectrum contradict each other: check the zero line against the picture.',
  frame_time_vector_forward: 'The frame times of this file are steps to the next frame.',
  display_rate: 'Only a display rate is known: times between frames are those of playback.',
  palette_incomplete: 'The palette is shorter than it declares.',
  frame_size_mismatch: 'The frames are not of the size the header names: measuring is not possible.',
};

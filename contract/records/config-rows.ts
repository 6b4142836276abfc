import { Type, type Static } from 'typebox';
import { DataType } from './data-type.ts';
import { Modality } from './project.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** Shapes of the rows of the five configuration sets (image-types of the specification, section 0 to 8). */

export const ControlPoint = Strict({
  type: Name,
  abbreviation: Type.String(),
  forced_to_zero: Type.Boolean(),
  on_onset: Type.Boolean(),
  same_as_start: Type.Boolean(),
  same_as_end: Type.Boolean(),
  show_label_in_image: Type.Boolean(),
});

export const LINE_SHAPES = ['oval', 'valve', 'endo-epi', 'curve', 'nospline', 'ring'] as const;

export const LinePattern = Strict({
  name: Name,
  shape: OneOf(LINE_SHAPES),
  interpolation: OneOf(['pchip', 'catmull_rom', 'linear'] as const),
  /** Points of the user's own may be put between the control points. */
  user_defined_points: Type.Boolean(),
  control_points: Type.Array(ControlPoint),
  /** The line this one is predicted from. */
  predicted_from: Type.Optional(Name),
  /** Shapes the user may choose between. */
  shapes: Type.Optional(Type.Array(OneOf(LINE_SHAPES))),
  /** Short to long axis an oval starts with. */
  ratio_preset: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
});

export const Pattern = Strict({
  name: Name,
  /** What the user reads where it differs from the name. */
  name_to_show: Type.Optional(Name),
  /** Preset of the image's direction of flow; null where nothing flows. */
  flow_direction: Nullable(OneOf(['toward', 'away'] as const)),
  lines: Type.Array(LinePattern, { minItems: 1 }),
});

export const ImageTypeRow = Strict({
  type: Name,
  abbreviation: Name,
  name_to_show: Name,
  modalities: Type.Array(Modality, { minItems: 1 }),
  data_types: Type.Array(DataType, { minItems: 1 }),
  views: Type.Array(Name, { minItems: 1 }),
  /** Report sides for adult and pediatric data; fetal reports go by Flow and Morphology instead. */
  side: Type.Array(OneOf(['Left heart', 'Right heart'] as const)),
  cycle_prediction: Type.Boolean(),
  patterns: Type.Array(Pattern, { minItems: 1 }),
});
export type ImageTypeRow = Static<typeof ImageTypeRow>;

export const AdditionalLabelRow = Strict({
  category: Name,
  options: Type.Array(Name, { minItems: 1 }),
  data_types: Type.Array(DataType, { minItems: 1 }),
  /** Types and modalities the category is for; empty: all. */
  image_types: Type.Array(Name),
  modalities: Type.Array(Modality),
});
export type AdditionalLabelRow = Static<typeof AdditionalLabelRow>;

export const QualityRow = Strict({
  image_types: Type.Array(Name, { minItems: 1 }),
  data_types: Type.Array(DataType, { minItems: 1 }),
  /** 'N/A' is appended to every list of options when a template is used. */
  sections: Type.Array(Strict({ name: Name, items: Type.Array(Strict({ name: Name, options: Type.Array(Name, { minItems: 2 }), value: Type.Null() }), { minItems: 1 }) }), { minItems: 1 }),
});
export type QualityRow = Static<typeof QualityRow>;

export const CaliperRow = Strict({
  type: Name,
  /** Image types the template is offered for; empty: all. */
  image_types: Type.Array(Name),
  name: Name,
  n_points: Type.Integer({ minimum: 2 }),
  points_name: Type.Array(Name),
  dists_name: Type.Array(Name),
  angles_name: Type.Array(Name),
  ratios_name: Type.Optional(Type.Array(Name)),
  constraints: OneOf(['none', 'straight', 'perpendicular'] as const),
  /** The constraint holds for each pair of points by itself. */
  constrained_pairs: Type.Optional(Type.Boolean()),
});
export type CaliperRow = Static<typeof CaliperRow>;

/** Another measurement, of the same image type (text) or of another, of a labelled image, or a caliper's distance on the same image, of one event where that is named. */
export const MeasurementInput = Type.Union([
  Name,
  Strict({ image_type: Name, name: Name, label: Type.Optional(Type.Record(Type.String(), Type.String())) }),
  Strict({ caliper: Name, name: Name, event: Type.Optional(OneOf(['end_diastole', 'end_systole'] as const)) }),
]);

/** One normal range; outside of it is out of range, and without one the colour is undefined. */
export const NormalRange = Type.Object({ data_type: DataType, source: Type.String(), checked: Type.Boolean() });

export const MeasurementDefinition = Strict({
  name: Name,
  type: Name,
  formula: Type.Optional(Name),
  /** Formulas a project may choose instead. */
  formulas: Type.Optional(Type.Array(Name)),
  line: Type.Optional(Name),
  lines: Type.Optional(Type.Array(Name)),
  points: Type.Optional(Type.Array(Name)),
  named: Type.Optional(Type.Array(Name)),
  inputs: Type.Optional(Type.Array(MeasurementInput)),
  of: Type.Optional(Strict({ type: Name, formula: Type.Optional(Name), line: Type.Optional(Name), lines: Type.Optional(Type.Array(Name)) })),
  /** The other image of a biplane measurement. */
  with_image_type: Type.Optional(Name),
  /** Patterns the measurement exists in; all when absent. */
  patterns: Type.Optional(Type.Array(Name)),
  cardiac_event: Type.Optional(Type.Union([Name, Type.Tuple([Name, Name])])),
  axis: Type.Optional(Name),
  unit_scale: Type.Optional(Type.Number()),
  reference: Type.Optional(Name),
  units: Type.String(),
  class: OneOf(['direct', 'calculated'] as const),
  anatomy: Name,
  normal: Type.Optional(Type.Array(NormalRange)),
});

export const MeasurementRow = Strict({ image_type: Name, measurements: Type.Array(MeasurementDefinition, { minItems: 1 }) });
export type MeasurementRow = Static<typeof MeasurementRow>;

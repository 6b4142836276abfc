import { Type, type Static } from 'typebox';
import { DataType } from './data-type.ts';
import { Modality } from './project.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** Shapes of the rows of the configuration sets of the start (image-types of the specification, section 0 to 8). */

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
  /** Shown name where it differs from the name. */
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
  sections: Type.Array(
    Strict({
      name: Name,
      items: Type.Array(Strict({ name: Name, options: Type.Array(Name, { minItems: 2 }), value: Type.Null() }), { minItems: 1 }),
    }),
    { minItems: 1 },
  ),
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
  /** The constraint applies to each pair of points separately. */
  constrained_pairs: Type.Optional(Type.Boolean()),
});
export type CaliperRow = Static<typeof CaliperRow>;

/** Events as definitions name them; on a strip `end_diastole` opens the cycle. */
const CARDIAC_EVENTS = ['end_diastole', 'end_diastole_start', 'end_diastole_end', 'end_systole', 'onset_start', 'onset_end'] as const;
const CardiacEvent = OneOf(CARDIAC_EVENTS);

/** Units of values, as the engine knows them; the empty one is an index. */
const Unit = OneOf([
  '',
  'none',
  'cm',
  'mm',
  'cm2',
  'ml',
  's',
  'ms',
  'cm/s',
  'm/s',
  'cm/s2',
  'mmHg',
  'mmHg/s',
  'bpm',
  '%',
  'g',
  'g/m2',
  'deg',
  'ml/min',
  'l/min',
] as const);

/** Direction or part that a measurement is taken along; which a kind knows is checked by the engine. */
const Axis = OneOf([
  'xy',
  'x',
  'y',
  'long',
  'short',
  'annulus',
  'length',
  'major',
  'minor',
  'mean',
  'through',
  'across',
  'septum',
  'free wall',
] as const);

/** Another measurement, of the same image type (text) or of another, of a labelled image, or a caliper's distance on the same image, of one event where that is named. */
export const MeasurementInput = Type.Union([
  Name,
  Strict({ image_type: Name, name: Name, label: Type.Optional(Type.Record(Type.String(), Type.String())) }),
  Strict({ caliper: Name, name: Name, event: Type.Optional(CardiacEvent) }),
]);

const Limit = Nullable(Type.Number());

/** One normal range; outside of it is out of range, and without one the colour is undefined. */
export const NormalRange = Strict({
  data_type: DataType,
  sex: Type.Optional(Nullable(OneOf(['M', 'F', 'O'] as const))),
  /** Unit of the limits; absent in sets of version 1, which use the unit of the values. */
  unit: Type.Optional(Type.String()),
  low: Type.Optional(Limit),
  high: Type.Optional(Limit),
  exclusive_low: Type.Optional(Type.Boolean()),
  exclusive_high: Type.Optional(Type.Boolean()),
  mean: Type.Optional(Type.Number()),
  sd: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  /** The distribution over gestational age: expected value `M`, deviation `S` and skewness `g`. */
  equation: Type.Optional(OneOf(['normal', 'exponential normal', 'median', 'mean'] as const)),
  unit_of_age: Type.Optional(OneOf(['weeks'] as const)),
  weeks: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
  M: Type.Optional(Name),
  S: Type.Optional(Name),
  g: Type.Optional(Type.Number()),
  z_low: Type.Optional(Type.Number()),
  z_high: Type.Optional(Type.Number()),
  abnormal_above_multiple: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  /** Divided by body surface before it is compared. */
  indexed_by: Type.Optional(OneOf(['BSA'] as const)),
  /** Severities, each from `low` up to, not including, `high`; null at an open end. */
  grades: Type.Optional(Type.Array(Strict({ name: Name, low: Limit, high: Limit }))),
  source: Name,
  /** The limits were compared with their source. */
  checked: Type.Boolean(),
  /** Sources of the limits of a checked range. */
  evidence: Type.Optional(Type.Array(Name, { minItems: 1 })),
});

const TakenAtEvents = {
  type: Name,
  formula: Type.Optional(Name),
  line: Type.Optional(Name),
  lines: Type.Optional(Type.Array(Name)),
  axis: Type.Optional(Axis),
  cardiac_event: Type.Optional(Type.Union([CardiacEvent, Type.Tuple([CardiacEvent, CardiacEvent])])),
};

export const MeasurementDefinition = Strict({
  ...TakenAtEvents,
  name: Name,
  /** Formulas a project may choose instead. */
  formulas: Type.Optional(Type.Array(Name)),
  points: Type.Optional(Type.Array(Name)),
  named: Type.Optional(Type.Array(Name)),
  inputs: Type.Optional(Type.Array(MeasurementInput)),
  of: Type.Optional(Strict(TakenAtEvents)),
  /** How several lines or events make one value. */
  combined: Type.Optional(OneOf(['none', 'sum', 'difference', 'mean', 'min', 'max'] as const)),
  /** The other image of a biplane measurement. */
  with_image_type: Type.Optional(Name),
  /** Patterns the measurement exists in; all when absent. */
  patterns: Type.Optional(Type.Array(Name, { minItems: 1 })),
  /** Modalities whose images it exists on; all when absent. */
  modalities: Type.Optional(Type.Array(Modality, { minItems: 1 })),
  /** Kinds of data it exists for; all when absent. */
  data_types: Type.Optional(Type.Array(DataType, { minItems: 1 })),
  unit_scale: Type.Optional(Type.Number()),
  reference: Type.Optional(Name),
  /** Samples of a plot. */
  samples: Type.Optional(Type.Integer({ minimum: 2, maximum: 10_000 })),
  /** Velocity before a stenosis, cm/s. */
  proximal_velocity: Type.Optional(Type.Number()),
  units: Unit,
  class: OneOf(['direct', 'calculated'] as const),
  anatomy: Name,
  normal: Type.Optional(Type.Array(NormalRange, { minItems: 1 })),
});

export const MeasurementRow = Strict({ image_type: Name, measurements: Type.Array(MeasurementDefinition, { minItems: 1 }) });
export type MeasurementRow = Static<typeof MeasurementRow>;

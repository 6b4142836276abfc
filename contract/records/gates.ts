import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Subjects of gates, in the order of the list. */
export const GATE_KINDS = ['views', 'quality', 'issues', 'agreement', 'drift'] as const;
export type GateKind = (typeof GATE_KINDS)[number];
/** Results of a project that may require all gates to be met. */
export const GATED = ['release', 'export'] as const;
export type Gated = (typeof GATED)[number];

const Percent = Type.Number({ minimum: 0, maximum: 100 });
/** Open issues that a gate can allow at most. */
export const MAX_ALLOWED_ISSUES = 10_000;

/** Thresholds of a project; a gate that is absent is not judged. */
export const Gates = Strict({
  /** Largest share of studies with work that lack a required view, %. */
  views_pct: Type.Optional(Percent),
  /** Smallest share of assessed images that are good, %. */
  quality_pct: Type.Optional(Percent),
  /** Most unresolved issues of reviews. */
  issues: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ALLOWED_ISSUES })),
  /** Smallest ICC of a measurement of a reader. */
  icc: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** No alarm of a control chart. */
  drift: Type.Optional(Type.Literal(true)),
  required_for: Type.Optional(Type.Array(OneOf(GATED), { uniqueItems: true })),
});
export type Gates = Static<typeof Gates>;

/** Failures of a gate that a response names. */
export const NAMED_FAILURES = 20;

/** Something that fails a gate, and where to find it. */
export const GateFailure = Strict({
  what: Type.String(),
  /** Null for a reader. */
  study_id: Nullable(StudyId),
});
export type GateFailure = Static<typeof GateFailure>;

/** A gate as it stands. */
export const GateState = Strict({
  kind: OneOf(GATE_KINDS),
  /** 'unknown' where there is nothing to judge yet; it does not count as met. */
  state: OneOf(['met', 'failed', 'unknown'] as const),
  /** Share in %, number of issues or alarms, or the smallest ICC; null where it is unknown. */
  value: Nullable(Type.Number()),
  limit: Type.Number(),
  /** Studies, images, or measurements of readers that were judged. */
  judged: Type.Integer({ minimum: 0 }),
  failures: Type.Array(GateFailure, { maxItems: NAMED_FAILURES }),
  /** Of all failures, those not named. */
  further: Type.Integer({ minimum: 0 }),
});
export type GateState = Static<typeof GateState>;

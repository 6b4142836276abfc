import { Type, type Static } from 'typebox';
import { Strict } from './strict.ts';

/** When an Editor who changes nothing is asked, and sent home, to let other editors work on the study (docs/specification.md#platform-4). */
export const Inactivity = Strict({
  /** Minutes since the last change after which the dialog is shown. */
  period_minutes: Type.Number({ exclusiveMinimum: 0, maximum: 24 * 60 }),
  /** Seconds between two looks at the last change. */
  check_seconds: Type.Number({ exclusiveMinimum: 0, maximum: 3600 }),
  /** Seconds the dialog waits before the person is sent to studies. */
  timeout_seconds: Type.Number({ exclusiveMinimum: 0, maximum: 3600 }),
});
export type Inactivity = Static<typeof Inactivity>;

/** Period 10, check 120, timeout 30 (docs/specification.md#platform-9); minutes and seconds as the second reading names them. */
export const DEFAULT_INACTIVITY: Inactivity = { period_minutes: 10, check_seconds: 120, timeout_seconds: 30 };

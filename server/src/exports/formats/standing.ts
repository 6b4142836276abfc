/** An aggregate among reference values, as every format has it. */

/** Exported columns of a standing; empty where there is none. */
export interface ExportedStanding {
  reference_source: string | null;
  reference_row: string | null;
  z: number | null;
  percentile: number | null;
  multiple_of_median: number | null;
  reference_low: number | null;
  reference_high: number | null;
  in_reference: boolean | null;
  reference_reason: string | null;
  reference_version: number | null;
}

export const NO_STANDING: ExportedStanding = {
  reference_source: null,
  reference_row: null,
  z: null,
  percentile: null,
  multiple_of_median: null,
  reference_low: null,
  reference_high: null,
  in_reference: null,
  reference_reason: null,
  reference_version: null,
};

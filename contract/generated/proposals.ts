// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * How proposals were found.
 */
export type ProposalMethod = "r-wave-times" | "ecg-waveform" | "ecg-trace" | "periodicity";

/**
 * Ambiguity of a proposal.
 */
export type Unclear = "r-waves" | "period" | "end-systole";

/**
 * Proposals for one image.
 */
export type Proposals = { 
/**
 * How the onsets, or the period, were found.
 */
method: ProposalMethod, 
/**
 * Version of the methods.
 */
method_version: string, 
/**
 * R waves: columns of a strip, or frames of a clip (fractions between two frames); none with
 * only a period.
 */
onsets: Array<number>, 
/**
 * End-diastolic columns or frames.
 */
end_diastoles: Array<number>, 
/**
 * End-systolic columns or frames: at most one between two neighbouring onsets.
 */
end_systoles: Array<number>, 
/**
 * Usual length of a cycle, in columns or frames.
 */
period: number | null, 
/**
 * Ambiguities that a reader should check.
 */
unclear: Array<Unclear>, };

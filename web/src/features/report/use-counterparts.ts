import { useEffect, useEffectEvent, useState } from 'react';
import { compareReports, type ComparedValue } from '@echometry/contract/rules/compare-reports.ts';
import { reportImages, reportOf, type AnatomySummary } from '@echometry/contract/rules/report.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { call } from '../../lib/api.ts';
import { measureStudy, type Asked, type MeasuredStudy } from '../../study/measuring/another-study.ts';
import { Sequences } from '../../study/store/sequences.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { computedBy, curvesOf, type FollowedImage, isFollowed } from '../../image-page/curves/followed.ts';
import { readCounterparts, type Counterpart, type Counterparts } from './counterparts.ts';
import { reportOfCurves } from './cycle-values.ts';
import { messages } from './messages.ts';
import { inOrder, reportFactsOf } from './use-report.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const NONE: Counterparts = { studies: [], editors: [] };

/** Comparable reports of the open study; none until they are known, and where they cannot be read. */
export function useCounterparts(study: OpenStudy): Counterparts {
  const [found, setFound] = useState(NONE);
  const read = useEffectEvent((signal: AbortSignal) => readCounterparts(study, signal));
  const id = study.link.study_id;
  useEffect(() => {
    const request = new AbortController();
    read(request.signal).then(setFound, (error: unknown) => {
      if (!request.signal.aborted) console.warn('The list of comparable studies could not be loaded.', error);
    });
    return () => request.abort();
  }, [id]);
  return found;
}

/** Measures a counterpart. @returns null where it has no work */
function measureCounterpart(
  study: OpenStudy,
  { study_id, version }: Counterpart,
  signal: AbortSignal,
  also: Asked['also'] = async () => undefined,
): Promise<MeasuredStudy | null> {
  const asked = { study_id, project: study.project, config: study.config, signal, also };
  return measureStudy(version === undefined ? asked : { ...asked, version });
}

interface MeasuredCounterpart {
  /** Null where it has no work. */
  measured: MeasuredStudy | null;
  /** Its followed images, with the curves of their cycles. */
  followed: readonly FollowedImage[];
}

/** Measures a counterpart with the curves of its followed cycles. */
export async function measureWithCurves(study: OpenStudy, counterpart: Counterpart, signal: AbortSignal): Promise<MeasuredCounterpart> {
  const scope = { db_name: study.project.db_name, medical_data_type: MEDICAL_DATA_TYPE } as const;
  const sequences = new Sequences(async (hashes) => {
    const asked = { id: counterpart.study_id, hashes: [...hashes], ...scope };
    return (await call(CALLS.analysisGetSequences, asked, { signal })).sequences;
  });
  let followed: readonly FollowedImage[] = [];
  const measured = await measureCounterpart(study, counterpart, signal, async (engine, images) => {
    const some = images.filter(isFollowed);
    for (const image of some) await sequences.load([image]);
    followed = await curvesOf(some, (hash) => sequences.of(hash), computedBy(engine));
  });
  return { measured, followed };
}

/** Images of the other report: for the source of a review, the images in the report of the review. */
function imagesOf(study: OpenStudy, other: MeasuredStudy, kind: Counterpart['kind']) {
  const all = inOrder(other.files, other.images);
  if (kind !== 'original') return reportImages(all, study.role);
  const own = new Set(reportImages(study.images, study.role).map(({ instance_id }) => instance_id));
  return all.filter(({ instance_id }) => own.has(instance_id));
}

/** The report of a study that is not open. */
function reportOfOther(study: OpenStudy, other: MeasuredStudy, kind: Counterpart['kind']): AnatomySummary[] {
  const images = imagesOf(study, other, kind);
  const measured = images.map((image) => {
    const found = other.measured.find(({ instance_id }) => instance_id === image.instance_id);
    return { image, measurements: found?.measurements ?? [], standings: found?.standings };
  });
  return reportOf(measured, reportFactsOf({ ...study, head: other.head }));
}

/** The same with the values of its curves. */
export function withCurves(
  study: OpenStudy,
  { measured, followed }: { measured: MeasuredStudy; followed: readonly FollowedImage[] },
  kind: Counterpart['kind'],
): AnatomySummary[] {
  const images = imagesOf(study, measured, kind);
  const shown = followed.filter(({ image }) => images.includes(image));
  return [...reportOfOther(study, measured, kind), ...reportOfCurves(shown, reportFactsOf({ ...study, head: measured.head }))];
}

export interface Comparison {
  with: Counterpart;
  /** Null until both are measured. */
  rows: readonly ComparedValue[] | null;
  /** Why there are none. */
  failure: string | null;
  unreadable: number;
}

interface Other extends MeasuredCounterpart {
  of: string;
  failure: string | null;
}

/** The reports of the open study: its own, of its curves, and the machine's. */
interface Reports {
  report: readonly AnatomySummary[];
  curves: readonly AnatomySummary[];
  machine: readonly AnatomySummary[];
}

/** The report of the open study next to a counterpart's. */
export function useComparison(study: OpenStudy, { report, curves, machine }: Reports, counterpart: Counterpart | null): Comparison | null {
  const [other, setOther] = useState<Other | null>(null);
  const key = counterpart?.key ?? null;
  const measure = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (!counterpart || counterpart.kind === 'machine') return;
    const of = counterpart.key;
    try {
      const found = await measureWithCurves(study, counterpart, signal);
      if (!signal.aborted) setOther({ of, ...found, failure: found.measured ? null : messages.compare.noWork });
    } catch (error) {
      if (!signal.aborted) setOther({ of, measured: null, followed: [], failure: messageOf(error) });
    }
  });
  useEffect(() => {
    const request = new AbortController();
    void measure(request.signal);
    return () => request.abort();
  }, [key]);
  if (!counterpart) return null;
  if (counterpart.kind === 'machine')
    return { with: counterpart, rows: compareReports(report, machine, 'image'), failure: null, unreadable: 0 };
  const known = other?.of === key ? other : null;
  const pairing = counterpart.kind === 'study' ? 'type' : 'image';
  return {
    with: counterpart,
    rows: known?.measured
      ? compareReports([...report, ...curves], withCurves(study, { ...known, measured: known.measured }, counterpart.kind), pairing)
      : null,
    failure: known?.failure ?? null,
    unreadable: known?.measured?.unreadable ?? 0,
  };
}

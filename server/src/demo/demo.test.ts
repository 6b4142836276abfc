/** Studies whose beats differ, imported and worked through as the demo is, read back by the engine against their truth. */
import { buffer } from 'node:stream/consumers';
import { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import { statusFlags } from '@echometry/contract/rules/status.ts';
import type { SpectrumBeat, Truth } from './plan/truth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStudies, type DemoStudies, type Known, near, values } from '../../test/demo-studies.ts';

/** Studies with every kind of picture, one half traced, one changed after its validation, one aliased. */
const CHOSEN = new Set(['C01', 'C03', 'C04', 'D01', 'D04']);

let demo: DemoStudies;

beforeAll(async () => {
  demo = await demoStudies(CHOSEN);
}, 300_000);

afterAll(() => demo?.close());

const all = (): Known[] => [...demo.studies.values()].flat();

const measured = (kind: keyof Truth): Known[] => all().filter((known) => known.truth[kind] !== undefined && known.image.is_measured);

describe('a stored image', () => {
  it('has the regions of its truth, and every known place within one pixel', async () => {
    let compared = 0;
    for (const { drawn, truth, object } of all()) {
      const opened = await demo.engine.open(new Uint8Array(await buffer(demo.workspace.objects.read(object))));
      if (!opened.ok) throw new Error(`${drawn.file}: ${opened.error.message}`);
      const metadata = await demo.engine.metadata(opened.value);
      demo.engine.release(opened.value);
      if (!metadata.ok) throw new Error(`${drawn.file}: ${metadata.error.message}`);
      expect(metadata.value.doppler_regions.map((region) => region.physical_delta_x)).toEqual(
        truth.regions.map((region) => region.physical_delta_x),
      );
      expect(metadata.value.number_of_frames, drawn.file).toBe(truth.frame_times_ms.length);
      const scale = new ImageScale(metadata.value);
      for (const point of truth.calibration_points) {
        const region = truth.regions[point.region];
        const reading = scale.at(point.x, point.y);
        if (region === undefined || reading.region?.region_index !== point.region) continue;
        compared += 1;
        const near = (read: number | undefined, known: number, delta: number) =>
          expect(Math.abs((read ?? Number.NaN) - known), drawn.file).toBeLessThanOrEqual(Math.abs(delta));
        if (reading.x) near(reading.x.value, point.physical_x, region.physical_delta_x);
        if (reading.y && region.physical_delta_y !== 0) near(reading.y.value, point.physical_y, region.physical_delta_y);
      }
      metadata.value.frame_times_ms.forEach((time, index) => expect(time).toBeCloseTo(truth.frame_times_ms[index] ?? Number.NaN, 3));
    }
    expect(compared).toBeGreaterThan(200);
  }, 120_000);
});

describe('what was measured on the traced beats', () => {
  // Lengths 0.5 %. The contour has 13 points of 97, whose curve costs up to 1 % of area and volume.
  it('of the chambers is the truth of each beat', () => {
    const chambers = [...measured('four_chamber'), ...measured('two_chamber')];
    expect(chambers.length).toBeGreaterThanOrEqual(3);
    for (const known of chambers) {
      const beats = known.truth.four_chamber?.beats ?? known.truth.two_chamber?.beats ?? [];
      const strain = beats.map((beat) => beat.gls_pct);
      near(values(known, 'LV-GLS'), strain, 0, 0.5, `${known.drawn.file} GLS`);
      if (known.truth.four_chamber === undefined) continue;
      const lengths = beats.map((beat) => beat.length_cm[0]);
      near(values(known, 'LV length ED'), lengths, 0.005, 0, `${known.drawn.file} length`);
      const ejection = beats.map((beat) => beat.ef_pct);
      near(values(known, 'EF'), ejection, 0, 1.5, `${known.drawn.file} EF`);
    }
  });

  it('of two planes of one heart is their biplane volume', () => {
    const [known] = measured('two_chamber');
    if (known === undefined) throw new Error('no two-chamber view');
    const biplane = known.truth.two_chamber?.beats.map((beat) => beat.biplane_ml ?? ([Number.NaN, Number.NaN] as [number, number])) ?? [];
    near(
      values(known, 'LV EDV biplane'),
      biplane.map((pair) => pair[0]),
      0.015,
      0,
      'EDV',
    );
    near(
      values(known, 'LV ESV biplane'),
      biplane.map((pair) => pair[1]),
      0.015,
      0,
      'ESV',
    );
  });

  it('of the long axis is the truth of each beat within 0.5 %', () => {
    const views = measured('long_axis');
    expect(views.length).toBeGreaterThanOrEqual(1);
    for (const known of views) {
      const beats = known.truth.long_axis?.beats ?? [];
      const pairs: [string, number[]][] = [
        ['IVSd', beats.map((beat) => beat.septum_cm[0])],
        ['LVIDd', beats.map((beat) => beat.lvid_cm[0])],
        ['LVIDs', beats.map((beat) => beat.lvid_cm[1])],
        ['PWd', beats.map((beat) => beat.posterior_cm[0])],
        ['LVOT d', beats.map((beat) => beat.lvot_cm[1])],
        ['Ao root', beats.map((beat) => beat.root_cm[0])],
        ['LA AP', beats.map((beat) => beat.atrium_cm[1])],
      ];
      for (const [name, truth] of pairs) near(values(known, name), truth, 0.005, 0, `${known.drawn.file} ${name}`);
    }
  });

  it('of M-Modes is the truth of each beat within 0.5 %', () => {
    const ventricles = measured('left_ventricle_m_mode');
    const annuli = measured('annulus_m_mode');
    expect([ventricles.length, annuli.length]).toEqual([1, 2]);
    for (const known of ventricles) {
      const beats = tracedBeats(known, known.truth.left_ventricle_m_mode?.beats ?? []);
      near(
        values(known, 'LVIDd'),
        beats.map((beat) => beat.lvid_cm[0]),
        0.005,
        0,
        'LVIDd',
      );
      near(
        values(known, 'LVIDs'),
        beats.map((beat) => beat.lvid_cm[1]),
        0.005,
        0,
        'LVIDs',
      );
      near(
        values(known, 'IVSs'),
        beats.map((beat) => 10 * beat.septum_cm[1]),
        0.005,
        0,
        'IVSs',
      );
      near(
        values(known, 'FS'),
        beats.map((beat) => beat.fs_pct),
        0,
        0.5,
        'FS',
      );
    }
    for (const known of annuli) {
      const beats = tracedBeats(known, known.truth.annulus_m_mode?.beats ?? []);
      const name = known.image.type === 'MAPSE' ? 'MAPSE' : 'TAPSE';
      near(
        values(known, name),
        beats.map((beat) => 10 * beat.excursion_cm),
        0.005,
        0,
        name,
      );
    }
  });

  it('of the biometry of a fetus is the truth within 0.5 %, and its circumference within 0.1 %', () => {
    const sections = measured('biometry');
    expect(new Set(sections.map(({ image }) => image.type))).toEqual(new Set(['Abdominal', 'Femur', 'Head butterfly']));
    for (const known of sections) {
      const { length_cm: length, width_cm: width, circumference_cm: round } = known.truth.biometry ?? { length_cm: Number.NaN };
      const expected: Record<string, [string, number | null | undefined, number][]> = {
        'Head butterfly': [
          ['OFD', length, 0.005],
          ['BPD', width, 0.005],
          ['HC', round, 0.001],
        ],
        Abdominal: [
          ['APAD', length, 0.005],
          ['TAD', width, 0.005],
          ['AC', round, 0.001],
        ],
        Femur: [['FL', length, 0.005]],
      };
      for (const [name, cm, relative] of expected[known.image.type ?? ''] ?? [])
        near(values(known, name), [10 * (cm ?? Number.NaN)], relative, 0, `${known.drawn.file} ${name}`);
    }
  });

  // Velocities within one pixel, times within one column, areas within 2 %: between two control points three more are drawn.
  it('of spectra is the truth of each beat', () => {
    const flows = new Set<string>();
    for (const known of measured('spectrum')) {
      const spectrum = known.truth.spectrum;
      const region = known.truth.regions.find((entry) => entry.region_spatial_format === 3);
      if (spectrum === undefined || region === undefined) throw new Error(known.drawn.file);
      const [pixel, column] = [Math.abs(region.physical_delta_y), Math.abs(region.physical_delta_x)];
      const { beats } = spectrum;
      const flow = beats[0]?.values.flow ?? '';
      flows.add(flow);
      const of = (field: string, scale = 1) => beats.map((beat: SpectrumBeat) => scale * Number(beat.values[field]));
      const velocity = (name: string, field: string, scale = 1) =>
        near(values(known, name), of(field, scale), 0, pixel * scale, `${known.drawn.file} ${name}`);
      const time = (name: string, field: string) =>
        near(values(known, name), of(field, 1000), 0, 1000 * column, `${known.drawn.file} ${name}`);
      near(
        values(known, 'Cycle length'),
        beats.map((beat) => 1000 * beat.length_s),
        0,
        1000 * column,
        `${known.drawn.file} cycle`,
      );
      if (flow === 'aortic' && known.image.modality === 'PW Doppler') {
        velocity(known.image.type === 'Aortic outflow' ? 'Vmax' : 'PSV', 'vmax_cm_s');
        time('ET', 'ejection_time_s');
        time('AT', 'acceleration_time_s');
        near(values(known, 'VTI'), of('vti_cm'), 0.02, 0, `${known.drawn.file} VTI`);
      }
      if (flow === 'mitral') {
        velocity('E', 'e_cm_s');
        velocity('A', 'a_cm_s');
      }
      if (flow === 'jet') {
        velocity('Vmax', 'vmax_cm_s', 0.01);
        near(values(known, 'Mean gradient'), of('mean_gradient_mmhg'), 0.02, 0, `${known.drawn.file} mean gradient`);
      }
      if (flow === 'tissue') {
        velocity("S'", 'systolic_cm_s');
        velocity("E'", 'early_cm_s');
        velocity("A'", 'late_cm_s');
        time("ET'", 'ejection_time_s');
        time("IVRT'", 'relaxation_time_s');
        time("IVCT'", 'contraction_time_s');
      }
      if (flow === 'umbilical') {
        velocity('PSV', 'psv_cm_s');
        near(values(known, 'PI'), of('pi'), 0.02, 0, `${known.drawn.file} PI`);
      }
      if (flow === 'ductus') {
        for (const wave of ['S', 'v', 'D', 'a']) velocity(wave, `${wave.toLowerCase()}_cm_s`);
        near(values(known, 'PIV'), of('piv'), 0.02, 0, `${known.drawn.file} PIV`);
      }
      if (flow === 'vein') near(values(known, 'Mean velocity'), of('mean_cm_s'), 0.01, 0, `${known.drawn.file} mean`);
    }
    expect([...flows].sort()).toEqual(['aortic', 'ductus', 'jet', 'mitral', 'tissue', 'umbilical', 'vein']);
  });
});

/** Beats of an M-Mode that were traced: beats whose marks are in the strip. */
function tracedBeats<Beat extends { end_diastole_column: number }>(known: Known, beats: readonly Beat[]): Beat[] {
  return known.image.cardiac_events.map((event) => {
    const beat = beats.find((candidate) => candidate.end_diastole_column === event.end_diastole_start);
    if (beat === undefined) throw new Error(`${known.drawn.file} has a cycle that is no beat`);
    return beat;
  });
}

describe('the states of the studies', () => {
  const flags = (patient: string) =>
    statusFlags(demo.studies.get(patient)?.map((known) => known.image) ?? [], { dataType: 'adult', showQc: true, validated: false });

  it('follow their stories', () => {
    expect(flags('C01')).toMatchObject({
      qc: true,
      selected: true,
      annotated: true,
      segmented_2d: true,
      segmented_dop: true,
      measured: true,
    });
    expect(flags('C03')).toMatchObject({ qc: true, annotated: true, segmented_2d: false, segmented_dop: false, measured: false });
    expect(flags('C04')).toMatchObject({ annotated: true, segmented_2d: true, segmented_dop: true, measured: false });
  });

  it('hold a validation of an older version where the editor continued', async () => {
    const rows = await demo.workspace.db.query
      .selectFrom('review')
      .innerJoin('analysis_head', (join) =>
        join.onRef('analysis_head.study_id', '=', 'review.study_id').onRef('analysis_head.editor_id', '=', 'review.editor_id'),
      )
      .innerJoin('study', 'study.id', 'review.study_id')
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .select(['patient.patient_show', 'review.finished_version as validated', 'analysis_head.version_id as newest'])
      .orderBy('patient.patient_show')
      .execute();
    expect(rows.map((row) => [row.patient_show, row.newest > (row.validated ?? row.newest)])).toEqual([
      ['C01', false],
      ['C04', true],
    ]);
  });

  it('hold an entry of quality control for every image that was judged, and what was remarked', async () => {
    const { query } = demo.workspace.db;
    const rows = await query
      .selectFrom('image_comment')
      .innerJoin('user_account', 'user_account.id', 'image_comment.author_id')
      .select(['image_comment.instance_id', 'image_comment.type', 'image_comment.anchor', 'image_comment.blind', 'user_account.email'])
      .execute();
    for (const { image } of all()) {
      const types = rows.filter(({ instance_id, blind }) => instance_id === image.instance_id && blind === 0).map(({ type }) => type);
      expect(types.includes('score')).toBe(image.score !== null);
      expect(types.includes('score-accept')).toBe(image.accepted !== null);
    }
    const remark = rows.find(({ type }) => type === 'cycletiming');
    const about = demo.studies.get('C01')?.find(({ image }) => image.instance_id === remark?.instance_id)?.image;
    expect(JSON.parse(remark?.anchor ?? '{}')).toEqual({ cycle: about?.cardiac_events[0]?.id, event: 'end_diastole' });
  });

  it('keep ids of points unique in their image', () => {
    for (const { image, drawn } of all()) {
      const lines = image.segmentation.flatMap((cycle) => [
        ...(cycle.lines ?? []),
        ...(cycle.end_diastole?.lines ?? []),
        ...(cycle.end_systole?.lines ?? []),
      ]);
      const ids = lines.flatMap((line) => line.points.map((point) => point.id));
      expect(new Set(ids).size, drawn.file).toBe(ids.length);
    }
  });

  it('unwraps the aliased flow of a half traced study', () => {
    const aliased = demo.studies.get('C03')?.find((known) => (known.truth.spectrum?.unwrap_up_px ?? 0) > 0);
    expect(aliased?.image.correct_aliasing).toEqual({ up: 64, down: 0 });
    expect(aliased?.image).toMatchObject({ cycles_segmented: 1, is_segmented: false });
  });
});

import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { FeedbackImage, FeedbackRule } from '@echometry/contract/records/course.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { storedId } from '../access/blinding.ts';
import { type ProjectAccess, projectByName } from '../access/project-access.ts';
import { readDocument } from '../analyses/read.ts';
import { recordAct } from '../db/audit.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import { type CourseCaseRow, findCourseCase, keepFeedback, storedFeedback } from '../db/courses.ts';
import { filesOfStudy } from '../db/files.ts';
import { findGold, tolerancesOf } from '../db/gold.ts';
import { findStudy, type StudyRecord } from '../db/studies.ts';
import { notFound, wrongState } from '../errors.ts';
import { fileMetadata } from '../exports/file-metadata.ts';
import { interpolations } from '../exports/interpolations.ts';
import { tissueOf } from '../exports/source-images.ts';
import { imagesOfReview } from '../reviews/copy.ts';
import { timeOf } from '../statistics/agreement/gather.ts';
import { compareImage } from './compare.ts';
import { seesReader } from './list.ts';
import type { CourseServices } from './services.ts';

/** The same for a gold case outside of courses, another study, and none, so that it does not show which studies are gold cases. */
const noCase = () => notFound('id', 'This study is not a case of a course of this reader');
const NOT_COMPLETE = 'Complete this reading first: feedback is about finished work';
const NOT_SEEN = 'The reader has not seen the feedback on this case yet';

/** The two readings of a case. */
interface Readings {
  own: readonly AnalysisImage[];
  gold: readonly AnalysisImage[];
}

/** An image of a gold case as readers see it: labels, marks and lines, without names and notes. */
function shownOfGold(image: AnalysisImage, { data_type }: StudyRecord): AnalysisImage {
  const { type, view, modality, reference, cardiac_events, segmentation, onset_type } = image;
  return { ...blankImage(image, data_type), type, view, modality, reference, cardiac_events, segmentation, onset_type };
}

/** The rules that values of an image come from, as the engine explains them. */
const rulesOf =
  (measuring: StudyMeasurements, { instance_id }: AnalysisImage) =>
  async (name: string): Promise<FeedbackRule | null> => {
    const explained = await measuring.explain(instance_id, name);
    if (!explained.ok || explained.value === null) return null;
    const { measurement, equation, inputs, source } = explained.value;
    return { kind: measurement.type, formula: measurement.formula ?? null, equation, inputs, source };
  };

/** Compares every image of the gold case with the reading. */
async function compare(
  { db, objects }: CourseServices,
  engine: Engine,
  { study, projectId }: { study: StudyRecord; projectId: number },
  { own, gold }: Readings,
  tolerances: ReturnType<typeof tolerancesOf>,
): Promise<FeedbackImage[]> {
  const [types, measurements] = await Promise.all(
    (['echo_image_types', 'echo_measurements'] as const).map((name) => currentConfigSet(db.query, name, projectId)),
  );
  const interpolationOf = interpolations(types?.data ?? []);
  const files = new Map((await filesOfStudy(db.query, study.id, { see: 'all' })).map((file) => [file.instance_id, file]));
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = study;
  const facts = { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg };
  const measuring = engine.study({ image_types: types, measurements }, facts);
  try {
    for (const image of gold) measuring.setImage(image);
    const compared: FeedbackImage[] = [];
    for (const image of gold) {
      const file = files.get(image.instance_id);
      const metadata = file === undefined ? null : await fileMetadata(engine, objects, file);
      const size = tissueOf(metadata, image).pixel_size_mm;
      compared.push(
        await compareImage(
          engine.agreement,
          own.find(({ instance_id }) => instance_id === image.instance_id),
          image,
          {
            tolerances,
            interpolationOf: (line) => interpolationOf(image.type, line),
            pixel_size_mm: size === null ? null : [size[0], size[1]],
            time: timeOf(metadata, image),
            ruleOf: rulesOf(measuring, image),
          },
        ),
      );
    }
    return compared;
  } finally {
    measuring.close();
  }
}

/** Feedback on a course case: what differs from the gold case, by how much, and by which rule. */
export function courseFeedbackHandlers(services: CourseServices): Pick<Handlers, 'coursesFeedback'> {
  const { db, now } = services;

  /** Shows the feedback for the first time: from now on the reading is the version that it is about. */
  const show = async (caller: Caller, study: StudyRecord, one: CourseCaseRow, version: number, images: FeedbackImage[]) => {
    const at = now();
    return db.query.transaction().execute(async (inside) => {
      if (!(await keepFeedback(inside, one, { at, version, images }))) return;
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: 'course-feedback-shown',
        studyId: study.id,
        subject: study.study_id,
        detail: { course: one.course_id, position: one.position, version },
      });
    });
  };

  const readingsOf = async (one: CourseCaseRow, version: number): Promise<Readings & { tolerances: ReturnType<typeof tolerancesOf> }> => {
    const gold = await findGold(db.query, one.gold_id);
    const [{ document }, images] = await Promise.all([readDocument(services, version), imagesOfReview(db.query, gold)]);
    return { own: document.images, gold: images.filter(({ missing_image }) => !missing_image), tolerances: tolerancesOf(gold) };
  };

  const caseOf = async (access: ProjectAccess, study: string, reader: string): Promise<CourseCaseRow> => {
    const one = await findCourseCase(db.query, access.id, { study, reader });
    if (one === undefined) throw noCase();
    return one;
  };

  const coursesFeedback: Handlers['coursesFeedback'] = async ({ body: { db_name, id, reader: named }, caller }) => {
    const access = await projectByName(services, caller, db_name);
    const reader = named ?? caller.user.person.email;
    if (!seesReader(caller, access, reader)) throw noCase();
    const stored = storedId(services, access, id);
    const study = stored === null ? null : await findStudy(db.query, access.id, stored);
    if (study === null) throw noCase();
    let one = await caseOf(access, study.study_id, reader);
    if (one.feedback_at === null) {
      if (!isBlind(access.role)) throw wrongState(NOT_SEEN);
      const { version_id: version, study_state } = one;
      if (version === null || study_state === null || study_state === 'Incomplete') throw wrongState(NOT_COMPLETE);
      const { tolerances, ...readings } = await readingsOf(one, version);
      const of = { study, projectId: access.id };
      const images = await services.engine.during((engine) => compare(services, engine, of, readings, tolerances));
      await show(caller, study, one, version, images);
      one = await caseOf(access, study.study_id, reader);
    }
    const { course, position, cases, feedback_at, feedback_version, feedback } = one;
    if (feedback_at === null || feedback_version === null || feedback === null) throw noCase();
    const { own, gold } = await readingsOf(one, feedback_version);
    return {
      course: { course, position, cases, feedback_at },
      reader,
      shown_at: feedback_at,
      images: await storedFeedback(feedback),
      own: [...own],
      gold: gold.map((image) => shownOfGold(image, study)),
    };
  };

  return { coursesFeedback };
}

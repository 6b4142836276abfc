// Very many studies in a project of a demo workspace, inserted as whole tables: what lists are measured on.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sized } from './smoke.mjs';

/** Comments on the image of one study. */
export const COMMENTS = sized(10_000, 50);
/** Missing parts of unfinished works by the requirements of the project, in turns: images of these kinds are assessed or not. */
const LACKING = [['4-chamber 2D'], ['Mitral inflow'], ['4-chamber 2D', 'Mitral inflow']];

/** Facts that the server keeps next to the document of an image. */
const factsOf = (type, lacks) => ({
  type,
  view: 'A4C',
  modality: '2D',
  reference: true,
  accepted: lacks ? null : 'yes',
  score: null,
  is_annotated: false,
  is_segmented: false,
  is_measured: false,
  is_calibrated: true,
  cycles: 0,
  is_drawn: false,
  config_versions: {},
});

const packed = (value) => {
  const json = JSON.stringify(value);
  return { bytes: gzipSync(json), sha256: createHash('sha256').update(json).digest('hex') };
};

/** The images of a kind of unfinished work, and the manifest that names them. */
function unfinishedWork(lacking, kind) {
  const images = [...new Set(LACKING.flat())].map((type, n) => {
    const facts = factsOf(type, lacking.includes(type));
    return { instance_id: `2.25.9.0.${n}`, sha256: packed({ kind, facts }).sha256, facts };
  });
  const named = images.map(({ instance_id, sha256 }) => ({ instance_id, sha256 }));
  return { images, manifest: packed({ format: 2, images: named, missing_images: [] }) };
}

/**
 * Of the studies a Ground-truth generator did one in four; four in five have work of the Editor, one in three of a second one
 * too, one in seven of a test user, one in ten a review. One work in five is unfinished.
 */
const statements = ({ studies, project, editor, second, blind, tester, reviewer, bytes, now }) => {
  const ours = `study_instance_uid like '2.25.9.%'`;
  const kinds = LACKING.map(unfinishedWork);
  const byKind = (of) =>
    `case when id % 5 <> 0 then ${of(null)} ${kinds.map((one, n) => `when id % 3 = ${n} then ${of(one)}`).join(' ')} end`;
  const day = `cast(20200101 + (p.id / 97) % 5 * 10000 + (p.id / 11) % 12 * 100 + p.id % 28 as text)`;
  const work = (by, isBlind, which) =>
    `insert into analysis_version (study_id, editor_id, author_id, role, blind, created_at, config_versions, study_state, format, document, sha256, engine_version)
     select id, ${by}, ${by}, '${isBlind ? 'Ground-truth generator' : 'Editor'}', ${isBlind}, ${now}, '{}',
       case id % 5 when 0 then 'Incomplete' else 'Valid' end, 2, ${byKind((one) => bytes(one?.manifest.bytes ?? Buffer.alloc(0)))},
       ${byKind((one) => `'${one?.manifest.sha256 ?? ''}'`)}, 'bench' from study where ${ours} and ${which}`;
  return [
    `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${studies})
     insert into patient (project_id, patient_key, patient_show, date_shift_days)
     select ${project}, 'many ' || cast(i as text), 'HC-' || cast(2000 + i % 25 as text) || '-' || cast(i as text), 0 from numbers`,
    `insert into study (project_id, patient_id, study_id, study_date, study_instance_uid, data_type, active, created_at)
     select ${project}, p.id, cast(p.id as text) || '_' || ${day}, ${day}, '2.25.9.' || cast(p.id as text),
       case p.id % 3 when 0 then 'fetal' when 1 then 'adult' else 'pediatric' end, 1, ${now} from patient p where p.patient_key like 'many %'`,
    `insert into image_file (study_id, position, instance_id, filename, object_sha256, small_icon_sha256, big_icon_sha256, size_bytes,
       number_of_frames, width, height, transfer_syntax_uid, metadata, may_carry_burned_in_text, imported_at)
     select s.id, 0, '2.25.9.' || cast(s.id as text) || '.1', 'many' || cast(s.id as text) || '.dcm', f.object_sha256, f.small_icon_sha256,
       f.big_icon_sha256, f.size_bytes, f.number_of_frames, f.width, f.height, f.transfer_syntax_uid, f.metadata, 0, ${now}
     from study s, (select * from image_file order by id limit 1) f where s.${ours}`,
    ...kinds.flatMap(({ images }, kind) =>
      images.map(
        ({ instance_id, sha256, facts }) => `insert into image_document (study_id, sha256, instance_id, facts, document)
          select id, '${sha256}', '${instance_id}', '${JSON.stringify(facts)}', ${bytes(Buffer.alloc(0))} from study
          where ${ours} and id % 5 = 0 and id % 3 = ${kind}`,
      ),
    ),
    work(second, 0, 'id % 3 = 0'),
    work(tester, 0, 'id % 7 = 0'),
    work(editor, 0, 'id % 5 <> 1'),
    work(blind, 1, 'id % 4 = 0'),
    `insert into analysis_head (study_id, editor_id, blind, pass, version_id, updated_at, study_state, validated, qc, selected, annotated,
       segmented_dop, segmented_2d, segmented_bio, measured, images_selected, images_calibrated, images_segmented, total_images)
     select study_id, editor_id, blind, 1, id, ${now} - id % 1000 * 60000, study_state, 0, 0, 1, id % 2, 0, 0, 0, 0, 1, 0, 0, 1
     from analysis_version where engine_version = 'bench'`,
    `insert into review (study_id, editor_id, blind, reviewer_id, state, base_version, finished_version, created_at, updated_at, finished_at)
     select h.study_id, h.editor_id, h.blind, ${reviewer}, 'finished', h.version_id, h.version_id, ${now}, ${now}, ${now} + h.study_id
     from analysis_head h join analysis_version v on v.id = h.version_id where v.engine_version = 'bench' and h.editor_id = ${editor} and h.study_id % 10 = 2`,
    `insert into study_open (study_id, user_id, opened_at) select id, ${second}, ${now} from study where ${ours} and id % 500 = 0`,
    `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${COMMENTS})
     insert into image_comment (study_id, id, instance_id, image_filename, editor_id, blind, pass, author_id, role, created_at, type, content,
       image_label, anchor, review, resolved, deleted_at)
     select s.id, 'comment-' || cast(i as text), f.instance_id, f.filename, ${editor}, 0, 1, ${editor}, 'Editor', ${now} + i * 1000, 'selection',
       'The lateral wall drops out of the picture in beat ' || cast(i as text), null, case i % 4 when 0 then '{"frame_number":1}' end, 0, i % 8 / 4, null
     from numbers, (select min(id) as id from study where ${ours}) s join image_file f on f.study_id = s.id`,
    'analyze',
  ];
};

/** A test user of the workspace, whom the demo has none of. */
export const TESTER = 'tester@demo';
const PEOPLE = { editor: 'editor@demo', second: 'editor2@demo', blind: 'blind@demo', reviewer: 'reviewer@demo' };

const addTester = ({ project, now }) => [
  `insert into user_account (email, name, family_names, user_type, is_test, active, created_at) values ('${TESTER}', 'Test', 'User', 'user', 1, 1, ${now})`,
  `insert into role_grant (user_id, project_id, role, reviews_to) select id, null, 'Editor', '[]' from user_account where email = '${TESTER}'`,
  `insert into project_member (project_id, user_id) select ${project}, id from user_account where email = '${TESTER}'`,
];

/**
 * Adds them to the project `demo_adult`.
 * @param {(sql: string) => Promise<Record<string, any>[]>} query of the workspace's database
 * @param {'sqlite' | 'postgres'} dialect
 * @returns the study of which an image has very many comments
 */
export async function addManyStudies(query, dialect, studies) {
  const one = async (sql) => Number((await query(sql))[0].id);
  const project = await one(`select id from project where db_name = 'demo_adult'`);
  const now = Date.now();
  for (const sql of addTester({ project, now })) await query(sql);
  const ids = /** @type {Record<keyof typeof PEOPLE | 'tester', number>} */ ({});
  for (const [name, email] of Object.entries({ ...PEOPLE, tester: TESTER }))
    ids[name] = await one(`select id from user_account where email = '${email}'`);
  const bytes = (blob) => (dialect === 'postgres' ? `'\\x${blob.toString('hex')}'::bytea` : `x'${blob.toString('hex')}'`);
  for (const sql of statements({ ...ids, project, studies, bytes, now })) await query(sql);
  const [{ study_id }] = await query(`select study_id from study where study_instance_uid like '2.25.9.%' order by id limit 1`);
  return study_id;
}

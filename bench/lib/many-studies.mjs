// Very many studies in a project of a demo workspace, inserted as whole tables: what lists are measured on.

/** Of the studies a Ground-truth generator did one in four; four in five have work of the Editor, one in three of a second one too, one in ten a review. */
const statements = ({ studies, project, editor, second, blind, reviewer, blob, now }) => {
  const ours = `study_instance_uid like '2.25.9.%'`;
  const day = `cast(20200101 + (p.id / 97) % 5 * 10000 + (p.id / 11) % 12 * 100 + p.id % 28 as text)`;
  const work = (by, isBlind, which) =>
    `insert into analysis_version (study_id, editor_id, author_id, role, blind, created_at, config_versions, study_state, format, document, sha256)
     select id, ${by}, ${by}, '${isBlind ? 'Ground-truth generator' : 'Editor'}', ${isBlind}, ${now}, '{}',
       case id % 5 when 0 then 'Incomplete' else 'Valid' end, 1, ${blob}, 'bench' from study where ${ours} and ${which}`;
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
    work(second, 0, 'id % 3 = 0'),
    work(editor, 0, 'id % 5 <> 1'),
    work(blind, 1, 'id % 4 = 0'),
    `insert into analysis_head (study_id, editor_id, blind, pass, version_id, updated_at, study_state, validated, qc, selected, annotated,
       segmented_dop, segmented_2d, segmented_bio, measured, images_selected, images_calibrated, images_segmented, total_images)
     select study_id, editor_id, blind, 1, id, ${now} - id % 1000 * 60000, study_state, 0, 0, 1, id % 2, 0, 0, 0, 0, 1, 0, 0, 1
     from analysis_version where sha256 = 'bench'`,
    `insert into review (study_id, editor_id, blind, reviewer_id, state, base_version, finished_version, created_at, updated_at, finished_at)
     select h.study_id, h.editor_id, h.blind, ${reviewer}, 'finished', h.version_id, h.version_id, ${now}, ${now}, ${now} + h.study_id
     from analysis_head h join analysis_version v on v.id = h.version_id where v.sha256 = 'bench' and h.editor_id = ${editor} and h.study_id % 10 = 2`,
    `insert into study_open (study_id, user_id, opened_at) select id, ${second}, ${now} from study where ${ours} and id % 500 = 0`,
    'analyze',
  ];
};

const PEOPLE = { editor: 'editor@demo', second: 'editor2@demo', blind: 'blind@demo', reviewer: 'reviewer@demo' };

/**
 * Adds them to the project `demo_adult`.
 * @param {(sql: string) => Promise<object[]>} query of the workspace's database
 * @param {'sqlite' | 'postgres'} dialect
 */
export async function addManyStudies(query, dialect, studies) {
  const one = async (sql) => Number((await query(sql))[0].id);
  const ids = {};
  for (const [name, email] of Object.entries(PEOPLE)) ids[name] = await one(`select id from user_account where email = '${email}'`);
  const project = await one(`select id from project where db_name = 'demo_adult'`);
  const blob = dialect === 'postgres' ? `''::bytea` : `x''`;
  for (const sql of statements({ ...ids, project, studies, blob, now: Date.now() })) await query(sql);
}

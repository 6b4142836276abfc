/** A served project of very many studies, made by inserts of whole tables: what lists are measured on. */
import { sql } from 'kysely';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { buildApp } from '../src/app.ts';
import { type DatabaseLocation } from '../src/db/connect.ts';
import { listAllStudies } from '../src/db/listing.ts';
import { emailOf, NOON, World } from './world.ts';

/** Of so many studies each: one is labelled by the Editor, by a second one too, and by the Ground-truth generator; one is reviewed; one is held open. */
const EVERY = { labelled: 1.25, again: 3, blind: 4, reviewed: 10, open: 500 } as const;
const OF_HEAD = sql`0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1`;

async function fill({ db: { query, dialect } }: World, studies: number): Promise<void> {
  const idOf = async (email: string) =>
    (await query.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [editor, second, blind, reviewer] = [
    await idOf(emailOf('Editor')),
    await idOf('editor2@test'),
    await idOf(emailOf('Ground-truth generator')),
    await idOf(emailOf('Reviewer')),
  ];
  const text = (value: ReturnType<typeof sql>) => sql`cast(${value} as text)`;
  const n = sql`cast(i as bigint)`;
  await sql`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(studies)})
    insert into patient (project_id, patient_key, patient_show, date_shift_days)
    select 1, 'many ' || ${text(n)}, 'HC-' || ${text(sql`2000 + i % 25`)} || '-' || ${text(n)}, 0 from numbers`.execute(query);
  const day = sql`cast(20200101 + (p.id / 97) % 5 * 10000 + (p.id / 11) % 12 * 100 + p.id % 28 as text)`;
  await sql`insert into study (project_id, patient_id, study_id, study_date, study_instance_uid, data_type, active, created_at)
    select 1, p.id, cast(p.id as text) || '_' || ${day}, ${day}, '2.25.9.' || cast(p.id as text),
      case p.id % 3 when 0 then 'fetal' when 1 then 'adult' else 'pediatric' end, 1, ${NOON}
    from patient p where p.patient_key like 'many %'`.execute(query);
  await sql`insert into image_file (study_id, position, instance_id, filename, object_sha256, small_icon_sha256, big_icon_sha256, size_bytes,
      number_of_frames, width, height, transfer_syntax_uid, metadata, may_carry_burned_in_text, imported_at)
    select s.id, 0, '2.25.9.' || cast(s.id as text) || '.1', 'many' || cast(s.id as text) || '.dcm', f.object_sha256, f.small_icon_sha256,
      f.big_icon_sha256, f.size_bytes, f.number_of_frames, f.width, f.height, f.transfer_syntax_uid, f.metadata, 0, ${NOON}
    from study s, (select * from image_file order by id limit 1) f where s.study_instance_uid like '2.25.9.%'`.execute(query);
  const work = async (by: number, isBlind: 0 | 1, which: ReturnType<typeof sql>) => {
    const role = isBlind === 1 ? 'Ground-truth generator' : 'Editor';
    await sql`insert into analysis_version (study_id, editor_id, author_id, role, blind, created_at, config_versions, study_state, format, document, sha256)
      select id, ${sql.lit(by)}, ${sql.lit(by)}, ${sql.lit(role)}, ${sql.lit(isBlind)}, ${NOON}, '{}', case id % 5 when 0 then 'Incomplete' else 'Valid' end, 1,
        ${dialect === 'postgres' ? sql`''::bytea` : sql`x''`}, '' from study where study_instance_uid like '2.25.9.%' and ${which}`.execute(
      query,
    );
  };
  await work(second, 0, sql`id % ${sql.lit(EVERY.again)} = 0`);
  await work(editor, 0, sql`id % 5 <> 1`);
  await work(blind, 1, sql`id % ${sql.lit(EVERY.blind)} = 0`);
  await sql`insert into analysis_head (study_id, editor_id, blind, pass, version_id, updated_at, study_state, validated, qc, selected, annotated,
      segmented_dop, segmented_2d, segmented_bio, measured, images_selected, images_calibrated, images_segmented, total_images)
    select study_id, editor_id, blind, 1, id, ${NOON} - id % 1000 * 60000, study_state, ${OF_HEAD} from analysis_version`.execute(query);
  await sql`insert into review (study_id, editor_id, blind, reviewer_id, state, base_version, finished_version, created_at, updated_at, finished_at)
    select study_id, editor_id, blind, ${sql.lit(reviewer)}, 'finished', version_id, version_id, ${NOON}, ${NOON}, ${NOON} + study_id
    from analysis_head where editor_id = ${sql.lit(editor)} and study_id % ${sql.lit(EVERY.reviewed)} = 0`.execute(query);
  await sql`insert into study_open (study_id, user_id, opened_at)
    select id, ${sql.lit(second)}, ${NOON} from study where id % ${sql.lit(EVERY.open)} = 0`.execute(query);
}

/** Serves such a project; `webRoot` is the folder of the built pages, null for the calls alone. */
export async function serveManyStudies(location: DatabaseLocation, studies: number, webRoot: string | null) {
  const world = await World.make(location);
  await fill(world, studies);
  // A database that has been in use knows its tables.
  await sql`analyze`.execute(world.db.query);
  const begin = performance.now();
  await listAllStudies(world.db);
  const listedMs = performance.now() - begin;
  if (world.db.dialect === 'postgres') await sql`vacuum analyze`.execute(world.db.query);
  const app = await buildApp({ services: world.services, webRoot, log: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    listedMs,
    world,
    tokenOf: (role: RoleName) => world.tokenOf(emailOf(role), role),
    stop: async () => {
      await app.close();
      await world.close();
    },
  };
}

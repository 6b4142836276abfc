// Copies of a drawn study of a demo workspace: the same files and the same shared work under other patients, inserted as whole tables.

/** Columns of a table but its number, each as it is in the row `one` unless it is changed. */
async function copying(query, table, changes) {
  const columns = (await query(`select name from pragma_table_info('${table}')`)).map(({ name }) => name).filter((name) => name !== 'id');
  return { names: columns.join(', '), values: columns.map((name) => changes[name] ?? `one.${name}`).join(', ') };
}

/** Number of the study of a patient of the demo. */
export async function studyOf(query, patient) {
  const [{ id }] = await query(`select study.id from patient join study on patient.id = patient_id where patient_show = '${patient}'`);
  return Number(id);
}

/**
 * Copies the study with the number `study`, its newest shared work, its images and their documents.
 * @param {(sql: string) => Promise<Record<string, any>[]>} query of a workspace in SQLite
 * @param {{study: number, copies: number, studyType: string}} facts `studyType` is the copies' own, by which lists and exports find them
 */
export async function copyStudy(query, { study, copies, studyType }) {
  const insert = async (table, changes, from) => {
    const { names, values } = await copying(query, table, changes);
    await query(`insert into ${table} (${names}) select ${values} from ${from}`);
  };
  const key = `'copy for ${studyType}: '`;
  const places = `(with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${copies}) select i from numbers)`;
  await insert(
    'patient',
    { patient_key: `${key} || i`, patient_show: `'copy-${studyType}-' || i` },
    `patient one, ${places} where one.id = (select patient_id from study where id = ${study})`,
  );
  await insert(
    'study',
    {
      patient_id: 'p.id',
      study_id: `p.id || '_' || one.study_date`,
      study_instance_uid: `'2.25.8.' || p.id`,
      study_type: `'${studyType}'`,
      listed: '0',
      list_tasks: '0',
    },
    `study one, patient p where one.id = ${study} and p.patient_key like ${key} || '%'`,
  );
  const copy = `study s where one.study_id = ${study} and s.study_type = '${studyType}'`;
  const newest = `select max(version_id) from analysis_head where study_id = ${study} and blind = 0`;
  await insert('image_file', { study_id: 's.id' }, `image_file one, ${copy}`);
  await insert('image_document', { study_id: 's.id' }, `image_document one, ${copy}`);
  await insert('analysis_version', { study_id: 's.id', parent_id: 'null' }, `analysis_version one, ${copy} and one.id = (${newest})`);
  await insert(
    'analysis_head',
    { study_id: 's.id', version_id: '(select id from analysis_version where study_id = s.id)', list_next: 'null', list_task: 'null' },
    `analysis_head one, ${copy} and one.version_id = (${newest})`,
  );
  await query('analyze');
}

// A study of very many images with finished work: the images of a drawn study several times, each under its own identity.
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { copyStudy } from './copied-studies.mjs';

const packed = (value) => {
  const json = JSON.stringify(value);
  return { bytes: gzipSync(json), sha256: createHash('sha256').update(json).digest('hex') };
};
const unpacked = (document) => JSON.parse(String(gunzipSync(document)));
const blob = (bytes) => `x'${bytes.toString('hex')}'`;

/** Columns of image_file that are different for each image. */
const NOT_COPIED = ['id', 'instance_id', 'filename', 'position'];

/**
 * Copies the study with the number `study`, and adds its images again until the copy has so many.
 * @param {(sql: string) => Promise<Record<string, any>[]>} query of a workspace in SQLite
 */
export async function addLargeStudy(query, { study, images, studyType }) {
  await copyStudy(query, { study, copies: 1, studyType });
  const [{ id, study_id }] = await query(`select id, study_id from study where study_type = '${studyType}'`);
  const [{ version_id, document }] = await query(
    `select h.version_id, v.document from analysis_head h join analysis_version v on v.id = h.version_id where h.study_id = ${id}`,
  );
  const manifest = unpacked(document);
  const columns = (await query(`select name from pragma_table_info('image_file')`))
    .map(({ name }) => name)
    .filter((name) => !NOT_COPIED.includes(name));
  const entries = [...manifest.images];
  for (let n = entries.length; n < images; n += 1) {
    const source = manifest.images[n % manifest.images.length];
    const [row] = await query(`select document, facts from image_document where study_id = ${id} and sha256 = '${source.sha256}'`);
    const { format, image } = unpacked(row.document);
    const instance_id = `${source.instance_id}.${n}`;
    const own = { instance_id, filename: `${createHash('sha256').update(instance_id).digest('hex').slice(0, 16)}.dcm` };
    const made = packed({ format, image: { ...image, ...own } });
    await query(
      `insert into image_document (study_id, sha256, instance_id, facts, document)
       values (${id}, '${made.sha256}', '${own.instance_id}', '${row.facts.replaceAll("'", "''")}', ${blob(made.bytes)})`,
    );
    await query(
      `insert into image_file (instance_id, filename, position, ${columns.join(', ')})
       select '${own.instance_id}', '${own.filename}', ${n}, ${columns.join(', ')} from image_file
       where study_id = ${id} and instance_id = '${source.instance_id}'`,
    );
    entries.push({ ...source, instance_id: own.instance_id, sha256: made.sha256 });
  }
  entries.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
  const whole = packed({ ...manifest, images: entries });
  await query(`update analysis_version set document = ${blob(whole.bytes)}, sha256 = '${whole.sha256}' where id = ${version_id}`);
  await query(`update analysis_head set total_images = ${images} where study_id = ${id}`);
  return study_id;
}

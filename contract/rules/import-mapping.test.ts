import { describe, expect, it } from 'vitest';
import { MappingIndex, readMapping } from './import-mapping.ts';

const EMPTY = { patient_id: '', accession_number: '', study_instance_uid: '' };
const HEADER = 'patient_id,accession_number,study_instance_uid,code,study_type,data_type\n';

describe('a mapping', () => {
  it('is read from CSV and JSON alike', () => {
    const csv = readMapping(`${HEADER} ab  12 ,,,FA-1,"Scan, first",fetal\n,acc 7,1.2.3,FA-2,,\n`);
    const json = readMapping(
      JSON.stringify([
        { patient_id: 'AB 12', code: 'FA-1', study_type: 'Scan, first', data_type: 'fetal' },
        { accession_number: 'ACC 7', study_instance_uid: '1.2.3', code: 'FA-2' },
      ]),
    );
    expect(csv.faults).toEqual([]);
    expect(csv.rows.map((row) => ({ ...row, row: row.row - 1 }))).toEqual(json.rows);
    expect(csv.rows[0]).toEqual({
      row: 2,
      patient_id: 'AB 12',
      accession_number: null,
      study_instance_uid: null,
      code: 'FA-1',
      study_type: 'Scan, first',
      data_type: 'fetal',
    });
  });

  it('is read with semicolons, a byte order mark and CR LF, as spreadsheets write it', () => {
    const { rows, faults } = readMapping('\uFEFFpatient_id;code\r\n17;FA-1\r\n;\r\n');
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([{ row: 2, patient_id: '17', code: 'FA-1' }]);
  });

  it.each([
    ['patient,code\n1,2', /^unknown column patient; columns are patient_id, /],
    ['patient_id,patient_id\n1,2', /^names a column twice$/],
    ['patient_id,code\n1', /^row 2: has 1 fields, the header has 2$/],
    ['patient_id,code\n"1,2', /^a quoted field does not end$/],
    ['patient_id,code\n,2', /^row 2: names none of patient_id/],
    ['patient_id,code\n1,', /^row 2: has none of code/],
    ['patient_id,data_type\n1,old', /^row 2: data_type /],
    ['study_instance_uid,code\n1.2.x,2', /^row 2: study_instance_uid /],
    ['patient_id,code\n1,A\n1,B', /^row 3: contradicts row 2 of the same study$/],
    ['', /^holds no rows$/],
    ['[', /^is not valid JSON$/],
    ['[1]', /^row 1: is not an object$/],
    ['[{"name":"x"}]', /^row 1: unknown column name/],
    ['[{"patient_id":["x"],"code":"y"}]', /^row 1: patient_id is neither/],
  ])('%j is refused by what is wrong', (text, fault) => {
    const { faults } = readMapping(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it('finds the study by its most particular identifier', () => {
    const { rows } = readMapping(
      `${HEADER}P,,,of the patient,,\n,A,,of the accession,,\n,,1.2,of the study,,\nP,B,,of both,,\nQ,,,of nobody,,\n`,
    );
    const index = new MappingIndex(rows);
    const codeOf = (study: Partial<typeof EMPTY>) => index.find({ ...EMPTY, ...study })?.code ?? null;
    expect(codeOf({ patient_id: 'P', accession_number: 'A', study_instance_uid: '1.2' })).toBe('of the study');
    expect(codeOf({ patient_id: 'P', accession_number: 'A' })).toBe('of the accession');
    expect(codeOf({ patient_id: 'P', accession_number: 'B' })).toBe('of both');
    expect(codeOf({ patient_id: 'X', accession_number: 'B' })).toBeNull();
    expect(codeOf({ patient_id: 'P' })).toBe('of the patient');
    expect(codeOf({})).toBeNull();
    expect(index.unused).toEqual([6]);
  });
});

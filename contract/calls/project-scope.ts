import { MedicalDataType } from '../records/data-type.ts';
import { Name } from '../records/strict.ts';

/** Fields every data call carries: the project's database name and the kind of data. */
export const ProjectScope = { db_name: Name, medical_data_type: MedicalDataType };

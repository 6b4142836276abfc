import type { Certificate } from '@echometry/contract/records/certificate.ts';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { uncertifiedTypes } from '@echometry/contract/rules/certificates.ts';
import { cutOffs, type Thresholds, thresholdsOf } from '@echometry/contract/rules/cut-offs.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { valuesByImage } from '@echometry/contract/rules/machine.ts';
import { studyReferences } from '@echometry/contract/rules/reference-choice.ts';
import { certifiedDeviation } from '@echometry/contract/rules/triage-deviations.ts';
import type { MachineValue } from '@echometry/contract/records/machine.ts';
import { otherViews, type OtherValue, type ReadImage, type ReadValue } from '@echometry/contract/rules/triage-facts.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import { certificatesOfProject } from '../db/certificates.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import { studiesWithMachineReports } from '../db/machine-reports.ts';
import type { StudyRecord } from '../db/studies.ts';
import type { Definition } from '../exports/machine/mapping.ts';
import { definitionsOf, machineValuesOf } from '../exports/machine/machine-values.ts';
import type { WorkImage, WorkValue } from './work-values.ts';

/** Facts that all work of a project shares. */
export interface ProjectFacts {
  thresholds: ReadonlyMap<DataType, Thresholds>;
  certificates: readonly Certificate[];
  /** Image types that need a certificate. */
  required: readonly string[];
  today: string;
  /** Studies with a report of a machine, and how its numbers are mapped. */
  reported: ReadonlySet<number>;
  definitions: readonly Definition[];
}

export async function projectFacts({ db: { query }, now }: Services, { id, project }: ProjectAccess): Promise<ProjectFacts> {
  const references = await currentConfigSet(query, 'echo_references', id);
  // A stored set was checked when it was added.
  const packs = (references?.data ?? []) as ReferencePack[];
  const reported = new Set(await studiesWithMachineReports(query, id));
  return {
    thresholds: new Map(DATA_TYPES.map((type) => [type, thresholdsOf(studyReferences(packs, project.references, type).tables)])),
    certificates: await certificatesOfProject(query, id),
    required: project.certificates ?? [],
    today: dayOf(now()),
    reported,
    definitions: reported.size > 0 ? await definitionsOf(query, id) : [],
  };
}

export const machineOf = async ({ db }: Services, { reported, definitions }: ProjectFacts, studyId: number): Promise<MachineValue[]> =>
  reported.has(studyId) ? (await machineValuesOf(db.query, studyId, definitions)).mapped : [];

/** Whose work it is. */
export interface Author {
  email: string;
  blind: boolean;
}

const isOf = ({ reader, blind, expires_on }: Certificate, author: Author, today: string): boolean =>
  reader === author.email && blind === author.blind && expires_on >= today;

function certifiedOf(type: string, { name, units }: WorkValue, author: Author, { certificates, today }: ProjectFacts): number | null {
  const certificate = certificates.find((one) => one.image_type === type && isOf(one, author, today));
  const value = certificate?.values.find((one) => one.name === name && one.units === units);
  return value === undefined ? null : certifiedDeviation(value);
}

/** Fewest values of the machine at an image by which another type is named: single ones are mapped to types by chance. */
const MIN_VALUES_OF_TYPE = 2;

/** The type that the machine took an image for, where all of its values there are of one type that is not the reader's. */
function seenAs({ placed }: WorkImage, machine: readonly MachineValue[]): string | null {
  const here = machine.filter(({ instance_id }) => instance_id === placed.instance_id);
  const [type, ...more] = new Set(here.map(({ image_type }) => image_type));
  return type === undefined || more.length > 0 || type === placed.type || here.length < MIN_VALUES_OF_TYPE ? null : type;
}

/** The same image by another reader, where both gave it the same type. */
const sameImage = (images: readonly WorkImage[], { placed }: WorkImage): WorkImage | undefined =>
  images.find((other) => other.placed.instance_id === placed.instance_id && other.type === placed.type);

export interface WorkOfStudy {
  study: Pick<StudyRecord, 'data_type' | 'sex'>;
  author: Author;
  images: readonly WorkImage[];
  machine: readonly MachineValue[];
  /** Work of the same study by other readers whom the caller reviews. */
  others: readonly (readonly WorkImage[])[];
}

/** Images of a piece of work with all they are compared with. */
export function readImages({ study, author, images, machine, others }: WorkOfStudy, facts: ProjectFacts): ReadImage[] {
  const thresholds = facts.thresholds.get(study.data_type) ?? new Map<string, never>();
  const ofMachine = valuesByImage(
    machine,
    images.map(({ placed }) => placed),
  );
  const read = images.map((image): ReadImage => {
    const { type, oddities, proposal, good } = image;
    const values = image.values.map((value): ReadValue => {
      const { name, units, event, aggregate, cycles } = value;
      const limits = cutOffs(type, value, thresholds, study.sex);
      return { name, units, event, value: aggregate, cycles, limits, certified: certifiedOf(type, value, author, facts) };
    });
    const compared: OtherValue[] = [
      ...(ofMachine.get(image.placed.instance_id) ?? []).map(({ name, units, value }) => ({
        name,
        units,
        value,
        by: 'machine' as const,
        from: null,
      })),
      ...others.flatMap((work) =>
        (sameImage(work, image)?.values ?? []).map(({ name, units, aggregate }) => ({
          name,
          units,
          value: aggregate,
          by: 'reader' as const,
          from: null,
        })),
      ),
    ];
    const isRequired = facts.required.includes(type);
    const certified = !isRequired || uncertifiedTypes([type], facts.certificates, author, facts.today).length === 0;
    return { type, values, others: compared, seen_as: seenAs(image, machine), oddities, proposal, good, certified };
  });
  return read.map((image, at) => ({ ...image, others: [...image.others, ...otherViews(read, at)] }));
}

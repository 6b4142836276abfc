/**
 * Codes of measurements, sites and properties. Every code and meaning except the private scheme's is in pydicom's dictionary of
 * PS3.16, which the tests ask.
 */
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { type Code, code, privateCode } from './code.ts';
import { ALSO_READ, MEASUREMENTS, type Row } from './measurement-codes.ts';

const ln = (value: string, meaning: string): Code => code(value, 'LN', meaning);
const dcm = (value: string, meaning: string): Code => code(value, 'DCM', meaning);
const sct = (value: string, meaning: string): Code => code(value, 'SCT', meaning);

const HEART_RATE = ln('8867-4', 'Heart rate');
const FETAL_HEART_RATE = ln('11948-7', 'Fetal Heart Rate');

const formulaOf = (measurement: Measurement | undefined): string | null | undefined =>
  measurement?.provenance?.formula.name ?? measurement?.formula;

/** The code of a measurement of an image; one of the private scheme without a standard code. */
export function codeOf({ type, measurements }: AnalysisImage, measurement: Measurement, fetal: boolean): Code {
  if (measurement.name === 'Heart rate') return fetal ? FETAL_HEART_RATE : HEART_RATE;
  const fits = ({ name, types, formula, of }: Row): boolean => {
    if (name !== measurement.name || !(types?.includes(type ?? '') ?? true)) return false;
    const basis = of === undefined ? measurement : measurements.find((other) => other.name === of);
    return formula === undefined || formula === formulaOf(basis);
  };
  return MEASUREMENTS.find(fits)?.code ?? privateCode(`${measurement.name} (${type ?? 'no type'})`);
}

const RATES: readonly Row[] = [HEART_RATE, FETAL_HEART_RATE].map((of) => ({ name: 'Heart rate', code: of }));

/** The meaning of each code that is written or read. */
export const READ_CODES: readonly Row[] = [...MEASUREMENTS, ...RATES, ...ALSO_READ];
export const ALL_CODES: readonly Code[] = READ_CODES.map((row) => row.code);

/** Sites by the anatomy of a measurement; a site without a code has none. */
export const SITES: Readonly<Record<string, Code>> = {
  LA: sct('82471001', 'Left atrium'),
  MV: sct('91134007', 'Mitral Valve'),
  LV: sct('87878005', 'Left ventricle'),
  AoV: sct('34202007', 'Aortic Valve'),
  AAo: sct('54247002', 'Ascending aorta'),
  Arch: sct('57034009', 'Aortic arch'),
  DAo: sct('32672002', 'Descending aorta'),
  RA: sct('73829009', 'Right atrium'),
  TV: sct('46030003', 'Tricuspid valve'),
  RV: sct('53085002', 'Right ventricle'),
  PV: sct('39057004', 'Pulmonic Valve'),
  PA: sct('81040000', 'Pulmonary artery'),
  'SVC/IVC': sct('35532006', 'Vena cava'),
  UA: sct('50536004', 'Umbilical artery'),
  UV: sct('284639000', 'Umbilical vein'),
  DV: sct('367624001', 'Structure of ductus venosus (body structure)'),
  MCA: sct('17232002', 'Middle Cerebral Artery'),
  UtA: sct('91079009', 'Uterine Artery'),
  AoI: sct('88593004', 'Aortic isthmus'),
  Head: sct('69536005', 'Head'),
  Abdomen: sct('818981001', 'Abdomen'),
  Femur: sct('71341001', 'Femur'),
  Thorax: sct('816094009', 'Thorax'),
};

/** Core Echo Measurements, CID 12300: the codes that TID 5300 takes without further words. */
const CORE = new Set(
  `79999-9 80004-5 79998-1 80003-7 79996-5 80001-1 79991-6 79993-2 79981-7 79974-2 80081-3 80082-1
   79936-1 80080-5 79969-2 80007-8 80011-0 80031-8 29434-8 80028-4 79953-6 79975-9 80019-3 80016-9
   130687 130688 130689 130686 130691 130692 130693 130690 130695 130696 130697 130694
   79994-0 80075-5 80020-1 79940-3 80091-2 79909-8 80049-0`.split(/\s+/),
);
export const isCore = ({ value }: Code): boolean => CORE.has(value);

export const LENGTH = sct('410668003', 'Length');

/** Echo Measured Properties, CID 12304, by the kind of a measurement: what TID 5303 names a value by. */
const PROPERTIES: Readonly<Record<string, Code>> = {
  volume: sct('118565006', 'Volume'),
  area: sct('42798000', 'Area'),
  distance: LENGTH,
  'line-distance': LENGTH,
  'p2p-distance': LENGTH,
  'oval diam': sct('81827009', 'Diameter'),
  thickness: ln('59089-3', 'Thickness'),
  EF: sct('70822001', 'Cardiac ejection fraction'),
  FS: ln('59132-1', 'Fractional Shortening'),
  SV: sct('90096001', 'Stroke Volume'),
  mass: sct('118538004', 'Mass'),
  'Cycle length': sct('385673002', 'Interval'),
  'long-gls': dcm('130670', 'Longitudinal Lagrangian Strain'),
};
export const propertyOf = ({ type, name }: Measurement): Code | undefined => (name === 'FAC' ? undefined : ownValue(PROPERTIES, type));
export const ALL_PROPERTIES: readonly Code[] = Object.values(PROPERTIES);
export const CORE_CODES: readonly string[] = [...CORE];

export const MODES: Readonly<Record<string, Code>> = {
  '2D': sct('399064001', '2D mode'),
  'M-Mode': sct('399155008', 'M mode'),
  'PW Doppler': sct('261199008', 'Doppler Pulsed'),
  'CW Doppler': sct('261198000', 'Doppler Continuous Wave'),
};
/** The mode of a report that is read; ours do not state it of tissue Doppler. */
export const READ_MODES: Readonly<Record<string, Code>> = { ...MODES, 'Tissue Doppler': sct('439858009', 'Tissue Doppler Imaging') };

/** Image types by the view of TID 5200 (CID 12226), where a view is of one type. */
export const VIEWS: readonly { code: Code; type: string }[] = [
  { code: sct('399214001', 'Apical four chamber'), type: '4-chamber 2D' },
  { code: sct('399232001', 'Apical two chamber'), type: '2-chamber 2D' },
  { code: sct('399339008', 'Apical long axis'), type: '3-chamber 2D' },
  { code: sct('399139001', 'Parasternal long axis'), type: 'Parasternal long axis 2D' },
  { code: dcm('130681', 'Apical four chamber RV Focused'), type: 'RV 4-chamber 2D' },
];

/** Formulas by the measurement method of TID 5200 (CID 12227). */
export const METHODS: readonly { code: Code; formula: string }[] = [
  { code: dcm('125207', 'Method of Disks, Biplane'), formula: 'simpson_biplane' },
  { code: dcm('125208', 'Method of Disks, Single Plane'), formula: 'simpson' },
  { code: dcm('125204', 'Area-Length Biplane'), formula: 'area_length_biplane' },
  { code: dcm('125205', 'Area-Length Single Plane'), formula: 'area_length' },
  { code: dcm('125209', 'Teichholz'), formula: 'teichholz' },
];

/** Properties that mean a measurement only together with a finding site. */
export const isProperty = ({ value }: Pick<Code, 'value'>): boolean =>
  ALL_PROPERTIES.some((property) => property.value === value) || value === EXCURSION;
const EXCURSION = '125327';

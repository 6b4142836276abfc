/**
 * Codes of measurements and sites. Every code and meaning is in pydicom's dictionary of PS3.16, which the tests ask.
 * A code says what was computed: where it names a method, it is used only for the formula of that method.
 */
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';

export interface Code {
  readonly value: string;
  readonly scheme: 'DCM' | 'SCT' | 'LN' | 'UCUM' | 'RFC5646';
  readonly meaning: string;
}

export const code = (value: string, scheme: Code['scheme'], meaning: string): Code => ({ value, scheme, meaning });
const ln = (value: string, meaning: string): Code => code(value, 'LN', meaning);
const dcm = (value: string, meaning: string): Code => code(value, 'DCM', meaning);
const sct = (value: string, meaning: string): Code => code(value, 'SCT', meaning);

interface Row {
  readonly types?: readonly string[];
  readonly name: string;
  /** Only values of this formula: their own, or that of the measurement in `of`, from which they were calculated. */
  readonly formula?: string;
  readonly of?: string;
  readonly code: Code;
}

const A4C = ['4-chamber 2D'];
const A2C = ['2-chamber 2D'];
const PLAX = ['Parasternal long axis 2D'];
const LV_M_MODE = ['LV M-Mode'];
const MITRAL = ['Mitral inflow'];
const TRICUSPID = ['Tricuspid inflow'];

/** The first row that fits is taken, so that rows of a method stand before those without one. */
export const MEASUREMENTS: readonly Row[] = [
  { types: A4C, name: 'LV EDV', formula: 'simpson', code: ln('79999-9', 'Left ventricular end diastolic volume single plane 4C (MOD)') },
  { types: A4C, name: 'LV ESV', formula: 'simpson', code: ln('80004-5', 'Left ventricular end systolic volume single plane 4C (MOD)') },
  { types: A2C, name: 'LV EDV', formula: 'simpson', code: ln('79998-1', 'Left ventricular end diastolic volume single plane 2C (MOD)') },
  { types: A2C, name: 'LV ESV', formula: 'simpson', code: ln('80003-7', 'Left ventricular end systolic volume single plane 2C (MOD)') },
  { name: 'LV EDV biplane', formula: 'simpson_biplane', code: ln('79996-5', 'Left ventricular end diastolic volume biplane (MOD)') },
  { name: 'LV ESV biplane', formula: 'simpson_biplane', code: ln('80001-1', 'Left ventricular end systolic volume biplane (MOD)') },
  {
    name: 'LA volume biplane',
    formula: 'area_length_biplane',
    code: ln('79981-7', 'Left atrial end systolic volume biplane (area-length)'),
  },
  ...['LV EDV', 'LV EDV biplane'].map((name) => ({ name, code: ln('18026-5', 'Left Ventricular End Diastolic Volume') })),
  ...['LV ESV', 'LV ESV biplane'].map((name) => ({ name, code: ln('18148-7', 'Left Ventricular End Systolic Volume') })),
  { types: LV_M_MODE, name: 'EDV', code: ln('18026-5', 'Left Ventricular End Diastolic Volume') },
  { types: LV_M_MODE, name: 'ESV', code: ln('18148-7', 'Left Ventricular End Systolic Volume') },
  {
    name: 'EF biplane',
    of: 'LV EDV biplane',
    formula: 'simpson_biplane',
    code: ln('79991-6', 'Left ventricular ejection fraction biplane (MOD)'),
  },
  {
    types: A4C,
    name: 'EF',
    of: 'LV EDV',
    formula: 'simpson',
    code: ln('79993-2', 'Left ventricular ejection fraction single plane 4C (MOD)'),
  },
  ...['EF', 'EF biplane'].map((name) => ({ name, code: ln('18043-0', 'Left Ventricular Ejection Fraction by US') })),
  { types: A4C, name: 'LV-GLS', code: dcm('130687', 'LV End-systolic GLS 4CH (Endocardial)') },
  { types: A2C, name: 'LV-GLS', code: dcm('130688', 'LV End-systolic GLS 2CH (Endocardial)') },
  { types: ['3-chamber 2D'], name: 'LV-GLS', code: dcm('130689', 'LV End-systolic GLS ALAX (Endocardial)') },
  { types: A4C, name: 'LA area ES', code: ln('79974-2', 'Left atrial end systolic area 4C') },
  { types: A4C, name: 'LA volume', code: sct('399235004', 'Left Atrium Systolic Volume') },
  { types: ['RV 4-chamber 2D'], name: 'RV area ED', code: ln('80081-3', 'Right ventricular end diastolic area 4C') },
  { types: ['RV 4-chamber 2D'], name: 'RV area ES', code: ln('80082-1', 'Right ventricular end systolic area 4C') },
  { types: ['RV 4-chamber 2D'], name: 'FAC', code: ln('79936-1', 'Right ventricular fractional area change') },
  { types: ['RV 4-chamber 2D'], name: 'RV basal diameter', code: ln('80080-5', 'Right ventricular basal dimension 4C') },
  { types: PLAX, name: 'IVSd', code: ln('79969-2', 'Interventricular septum diastolic dimension 2D') },
  { types: PLAX, name: 'LVIDd', code: ln('80007-8', 'Left ventricular internal diastolic dimension - 2D') },
  { types: PLAX, name: 'LVIDs', code: ln('80011-0', 'Left ventricular internal systolic dimension - 2D') },
  { types: PLAX, name: 'PWd', code: ln('80031-8', 'Left ventricular posterior wall diastolic thickness') },
  { types: PLAX, name: 'FS', code: ln('29434-8', 'Left ventricular fractional shortening (of minor axis) (2D)') },
  { types: PLAX, name: 'LVOT d', code: ln('80028-4', 'Left ventricular outflow tract dimension (2D)') },
  { types: PLAX, name: 'Ao root', code: ln('79953-6', 'Aortic root diameter') },
  { types: PLAX, name: 'LA AP', code: ln('79975-9', 'Left atrial end systolic diameter (AP) 2D') },
  { types: PLAX, name: 'LV mass', code: ln('80019-3', 'Left ventricular mass (dimension method) 2D') },
  { types: ['Short axis 2D'], name: 'LV mass area-length', code: ln('80016-9', 'Left ventricular mass (area-length)') },
  { types: LV_M_MODE, name: 'IVSd', code: ln('79968-4', 'Interventricular septum diastolic dimension MM') },
  { types: LV_M_MODE, name: 'IVSs', code: ln('79970-0', 'Interventricular septum systolic dimension MM') },
  { types: LV_M_MODE, name: 'LVIDd', code: ln('80008-6', 'Left ventricular internal diastolic dimension - MM') },
  { types: LV_M_MODE, name: 'LVIDs', code: ln('80012-8', 'Left ventricular internal systolic dimension - MM') },
  { types: LV_M_MODE, name: 'FS', code: ln('29435-5', 'Left ventricular fractional shortening (of minor axis) (MM)') },
  { types: LV_M_MODE, name: 'LV mass', code: ln('80022-7', 'Left ventricular mass (dimension method) MM') },
  { types: ['TAPSE'], name: 'TAPSE', code: ln('77903-3', 'Tricuspid Annular Plane Systolic Excursion (TAPSE)') },
  { types: MITRAL, name: 'E', code: ln('80070-6', 'Mitral valve E-wave Vmax') },
  { types: MITRAL, name: 'A', code: ln('80066-4', 'Mitral valve A-wave Vmax') },
  { types: MITRAL, name: 'DT', code: ln('78191-4', 'Mitral valve deceleration time') },
  { types: TRICUSPID, name: 'E', code: ln('79925-4', 'Tricuspid valve E-wave Vmax') },
  { types: TRICUSPID, name: 'A', code: ln('79923-9', 'Tricuspid valve A-wave Vmax') },
  { types: TRICUSPID, name: 'DT', code: ln('79931-2', 'Tricuspid valve deceleration time') },
  { types: [...MITRAL, ...TRICUSPID], name: 'E/A', code: ln('59104-0', 'Peak E wave/Peak A wave by US') },
  { types: ['Tricuspid regurgitation'], name: 'Vmax', code: ln('79921-3', 'Tricuspid regurgitation Vmax') },
  { types: ['Tricuspid regurgitation'], name: 'Peak gradient', code: ln('79937-9', 'Tricuspid regurgitation peak gradient') },
  { types: ['Mitral regurgitation'], name: 'Vmax', code: ln('80062-3', 'Mitral regurgitation Vmax') },
  { types: ['Mitral regurgitation'], name: 'Peak gradient', code: ln('80058-1', 'Mitral regurgitation peak gradient') },
  { types: ['Aortic stenosis'], name: 'Vmax', code: ln('79964-3', 'Aortic valve Vmax') },
  { types: ['Aortic stenosis'], name: 'Mean gradient', code: ln('79962-7', 'Aortic valve mean gradient') },
  { types: ['Aortic stenosis'], name: 'VTI', code: ln('79965-0', 'Aortic valve VTI') },
  { name: 'VTI', code: ln('20354-7', 'Velocity Time Integral') },
  { name: 'Mean gradient', code: ln('20256-4', 'Mean Gradient') },
  { name: 'Peak gradient', code: ln('20247-3', 'Peak Gradient') },
  { name: 'AT', code: ln('20168-1', 'Acceleration Time') },
  { name: 'ET', code: ln('20222-6', 'Ejection Time') },
  { name: 'PSV', code: ln('11726-7', 'Peak Systolic Velocity') },
  { name: 'EDV', code: ln('11653-3', 'End Diastolic Velocity') },
  { name: 'PI', code: ln('12008-9', 'Pulsatility Index') },
  { name: 'RI', code: ln('12023-8', 'Resistivity Index') },
  { types: ['Umbilical artery'], name: 'S/D', code: ln('12144-2', 'Systolic to Diastolic Velocity Ratio') },
  { name: 'TAmax', code: ln('11692-1', 'Time averaged peak velocity') },
  { name: 'HC', code: ln('11984-2', 'Head Circumference') },
  { name: 'OFD', code: ln('11851-3', 'Occipital-Frontal Diameter') },
  { name: 'BPD', code: ln('11820-8', 'Biparietal Diameter') },
  { name: 'Cephalic index', code: ln('11823-2', 'Cephalic Index') },
  { name: 'AC', code: ln('11979-2', 'Abdominal Circumference') },
  { name: 'APAD', code: ln('11818-2', 'Anterior-Posterior Abdominal Diameter') },
  { name: 'TAD', code: ln('11862-0', 'Transverse Abdominal Diameter') },
  { name: 'HC/AC', code: ln('11947-9', 'HC/AC') },
  { name: 'FL', code: ln('11963-6', 'Femur Length') },
  { name: 'FL/AC', code: ln('11871-1', 'FL/AC') },
  { name: 'CRL', code: ln('11957-8', 'Crown Rump Length') },
  { name: 'CT area ratio', code: ln('59076-0', 'Cardiothoracic Area Ratio') },
  { name: 'CT circumference ratio', code: ln('59074-5', 'Cardiothoracic Circumference Ratio') },
];

const HEART_RATE = ln('8867-4', 'Heart rate');
const FETAL_HEART_RATE = ln('11948-7', 'Fetal Heart Rate');

const formulaOf = (measurement: Measurement | undefined): string | null | undefined =>
  measurement?.provenance?.formula.name ?? measurement?.formula;

/** The code of a measurement of an image; undefined where it has none. */
export function codeOf({ type, measurements }: AnalysisImage, measurement: Measurement, fetal: boolean): Code | undefined {
  if (measurement.name === 'Heart rate') return fetal ? FETAL_HEART_RATE : HEART_RATE;
  const fits = ({ name, types, formula, of }: Row): boolean => {
    if (name !== measurement.name || !(types?.includes(type ?? '') ?? true)) return false;
    const basis = of === undefined ? measurement : measurements.find((other) => other.name === of);
    return formula === undefined || formula === formulaOf(basis);
  };
  return MEASUREMENTS.find(fits)?.code;
}

export const ALL_CODES: readonly Code[] = [...MEASUREMENTS.map((row) => row.code), HEART_RATE, FETAL_HEART_RATE];

/** Sites by the anatomy of a measurement; one without a code of its own has none. */
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
};

/** Core Echo Measurements, CID 12300: the codes that TID 5300 takes without further words. */
const CORE = new Set(
  `79999-9 80004-5 79998-1 80003-7 79996-5 80001-1 79991-6 79993-2 79981-7 79974-2 80081-3 80082-1
   79936-1 80080-5 79969-2 80007-8 80011-0 80031-8 29434-8 80028-4 79953-6 79975-9 80019-3 80016-9
   130687 130688 130689`.split(/\s+/),
);
export const isCore = ({ value }: Code): boolean => CORE.has(value);

/** Echo Measured Properties, CID 12304, by the kind of a measurement: what TID 5303 names a value by. */
const PROPERTIES: Readonly<Record<string, Code>> = {
  volume: sct('118565006', 'Volume'),
  area: sct('42798000', 'Area'),
  distance: sct('410668003', 'Length'),
  'line-distance': sct('410668003', 'Length'),
  'p2p-distance': sct('410668003', 'Length'),
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

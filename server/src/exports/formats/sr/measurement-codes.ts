/**
 * The table of codes of measurements, by image type and name. Every code and meaning is in pydicom's dictionary of PS3.16, which
 * the tests ask. A code describes the computation: where it names a method, it is used only for the formula of that method, and
 * within an image type no two measurements share one.
 */
import { type Code, code } from './code.ts';

const ln = (value: string, meaning: string): Code => code(value, 'LN', meaning);
const dcm = (value: string, meaning: string): Code => code(value, 'DCM', meaning);
const sct = (value: string, meaning: string): Code => code(value, 'SCT', meaning);

export interface Row {
  readonly types?: readonly string[];
  readonly name: string;
  /** Only values of this formula: their own, or the formula of the measurement in `of`, from which they were calculated. */
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
const SHORT_AXIS = ['Short axis 2D'];
const RV_4C = ['RV 4-chamber 2D'];
const ARCH = ['Aortic arch 2D'];
const THREE_VESSEL = ['Three-vessel 2D'];
const AORTIC_ROOT = ['Aortic root / LA M-Mode'];
const AORTIC_OUTFLOW = ['Aortic outflow'];
const DUCTUS = ['Ductus venosus'];
const PULMONARY_VEIN = ['Pulmonary vein'];
const HEPATIC_VEIN = ['Hepatic vein'];
const LV_MPI = ['LV isovolumetric / MPI'];
const LATERAL = ['LV tissue Doppler lateral'];
const SEPTAL = ['LV tissue Doppler septal'];
const RV_TISSUE = ['RV tissue Doppler'];

/** Values of curves of the whole endocardium that have a code; end-systolic strain is the value of LV-GLS. */
const PEAK_SYSTOLIC_STRAIN = 'LV endo curve, peak systolic strain';
const PEAK_STRAIN = 'LV endo curve, peak strain';

/** Means of a value of the three apical views. */
export const VIEW_MEANS: readonly { of: string; name: string; code: Code }[] = [
  {
    of: PEAK_SYSTOLIC_STRAIN,
    name: `${PEAK_SYSTOLIC_STRAIN}, average`,
    code: dcm('130690', 'LV Peak Systolic GLS Multiview Mean (Endocardial)'),
  },
  { of: PEAK_STRAIN, name: `${PEAK_STRAIN}, average`, code: dcm('130694', 'LV Peak GLS Multiview Mean (Endocardial)') },
];

/** The first row that fits is taken, so rows with a method come before rows without one. */
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
  { types: A4C, name: PEAK_SYSTOLIC_STRAIN, code: dcm('130691', 'LV Peak Systolic GLS 4CH (Endocardial)') },
  { types: A2C, name: PEAK_SYSTOLIC_STRAIN, code: dcm('130692', 'LV Peak Systolic GLS 2CH (Endocardial)') },
  { types: ['3-chamber 2D'], name: PEAK_SYSTOLIC_STRAIN, code: dcm('130693', 'LV Peak Systolic GLS ALAX (Endocardial)') },
  { types: A4C, name: PEAK_STRAIN, code: dcm('130695', 'LV Peak GLS 4CH (Endocardial)') },
  { types: A2C, name: PEAK_STRAIN, code: dcm('130696', 'LV Peak GLS 2CH (Endocardial)') },
  { types: ['3-chamber 2D'], name: PEAK_STRAIN, code: dcm('130697', 'LV Peak GLS ALAX (Endocardial)') },
  ...VIEW_MEANS.map(({ name, code }) => ({ name, code })),
  { types: A4C, name: 'LA area ES', code: ln('79974-2', 'Left atrial end systolic area 4C') },
  { types: A4C, name: 'LA volume', code: sct('399235004', 'Left Atrium Systolic Volume') },
  { types: RV_4C, name: 'RV area ED', code: ln('80081-3', 'Right ventricular end diastolic area 4C') },
  { types: RV_4C, name: 'RV area ES', code: ln('80082-1', 'Right ventricular end systolic area 4C') },
  { types: RV_4C, name: 'FAC', code: ln('79936-1', 'Right ventricular fractional area change') },
  { types: RV_4C, name: 'RV basal diameter', code: ln('80080-5', 'Right ventricular basal dimension 4C') },
  { types: PLAX, name: 'IVSd', code: ln('79969-2', 'Interventricular septum diastolic dimension 2D') },
  { types: PLAX, name: 'LVIDd', code: ln('80007-8', 'Left ventricular internal diastolic dimension - 2D') },
  { types: PLAX, name: 'LVIDs', code: ln('80011-0', 'Left ventricular internal systolic dimension - 2D') },
  { types: PLAX, name: 'PWd', code: ln('80031-8', 'Left ventricular posterior wall diastolic thickness') },
  { types: PLAX, name: 'FS', code: ln('29434-8', 'Left ventricular fractional shortening (of minor axis) (2D)') },
  { types: PLAX, name: 'LVOT d', code: ln('80028-4', 'Left ventricular outflow tract dimension (2D)') },
  { types: PLAX, name: 'Ao root', code: ln('79953-6', 'Aortic root diameter') },
  { types: PLAX, name: 'LA AP', code: ln('79975-9', 'Left atrial end systolic diameter (AP) 2D') },
  { types: PLAX, name: 'LV mass', code: ln('80019-3', 'Left ventricular mass (dimension method) 2D') },
  { types: SHORT_AXIS, name: 'LV mass area-length', code: ln('80016-9', 'Left ventricular mass (area-length)') },
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
  { types: AORTIC_OUTFLOW, name: 'VTI', code: ln('80030-0', 'Left ventricular outflow tract VTI') },
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
  { types: A4C, name: 'LV length ED', code: ln('79994-0', 'Left ventricular end diastolic length 4C') },
  { types: ['3-chamber 2D'], name: 'LV-GLS average', code: dcm('130686', 'LV End-systolic GLS Multiview Mean (Endocardial)') },
  { types: [...A4C, ...SHORT_AXIS], name: 'LV wall', code: ln('59089-3', 'ROI Thickness by US') },
  { types: RV_4C, name: 'RV-GLS 4-chamber', code: dcm('130670', 'Longitudinal Lagrangian Strain') },
  { types: RV_4C, name: 'RA area ES', code: ln('80075-5', 'Right atrial end systolic area 4C') },
  { types: RV_4C, name: 'RA volume', code: sct('118565006', 'Volume') },
  { types: PLAX, name: 'LV mass index', code: ln('80020-1', 'Left ventricular mass (dimension method) 2D / BSA') },
  { types: LV_M_MODE, name: 'LV mass index', code: ln('80023-5', 'Left ventricular mass (dimension method) MM / BSA') },
  { types: SHORT_AXIS, name: 'LV area ED', code: sct('399109006', 'Left Ventricular Diastolic Area') },
  { types: SHORT_AXIS, name: 'LV area ES', code: sct('399030000', 'Left Ventricular Systolic Area') },
  { types: SHORT_AXIS, name: 'FAC', code: sct('399287000', 'Left Ventricular Fractional Area Change') },
  { types: SHORT_AXIS, name: 'LV epi area ED', code: ln('59093-5', 'Epicardial Area') },
  { types: ['Valves 2D'], name: 'Mitral ring', code: sct('399027007', 'Cardiovascular Orifice Diameter') },
  { types: ['Valves 2D'], name: 'Tricuspid ring', code: ln('80091-2', 'Tricuspid annulus diameter') },
  { types: ['Valves 2D'], name: 'Aortic ring', code: ln('79940-3', 'Aortic annulus diameter') },
  { types: ['Valves 2D'], name: 'Pulmonary ring', code: ln('79909-8', 'Pulmonic annulus diameter') },
  { types: [...ARCH, ...THREE_VESSEL], name: 'AAo diameter', code: ln('18012-5', 'Ascending Aortic Diameter') },
  { types: ARCH, name: 'Isthmus diameter', code: ln('18014-1', 'Aortic Isthmus Diameter') },
  { types: ARCH, name: 'DAo diameter', code: ln('18013-3', 'Descending Aortic Diameter') },
  { types: THREE_VESSEL, name: 'PA diameter', code: ln('80049-0', 'Main pulmonary artery diameter') },
  { types: THREE_VESSEL, name: 'SVC diameter', code: sct('81827009', 'Diameter') },
  { types: ['Ductus venosus 2D'], name: 'DV diameter', code: sct('81827009', 'Diameter') },
  { name: 'Thorax area', code: ln('33068-8', 'Thoracic Area') },
  { name: 'Thorax circumference', code: ln('11988-3', 'Thoracic Circumference') },
  { name: 'Heart area', code: ln('59075-2', 'Cardiac Cross-sectional Area, transverse by US') },
  { name: 'Heart circumference', code: ln('59073-7', 'Cardiac Circumference, transverse by US') },
  { types: ['Abdominal'], name: 'Abdominal area', code: sct('42798000', 'Area') },
  { types: LV_M_MODE, name: 'PWd', code: ln('18152-9', 'Left Ventricle Posterior Wall Diastolic Thickness') },
  { types: LV_M_MODE, name: 'PWs', code: ln('18156-0', 'Left Ventricle Posterior Wall Systolic Thickness') },
  { types: LV_M_MODE, name: 'Septal thickening', code: ln('18054-7', 'Interventricular Septum % Thickening') },
  { types: ['RV M-Mode'], name: 'RVWd', code: ln('18153-7', 'Right Ventricular Anterior Wall Diastolic Thickness') },
  { types: ['RV M-Mode'], name: 'RVIDd', code: ln('20304-2', 'Right Ventricular Internal Diastolic Dimension') },
  { types: ['MAPSE'], name: 'MAPSE', code: dcm('125327', 'Excursion Distance') },
  { types: ['SAPSE'], name: 'SAPSE', code: dcm('125327', 'Excursion Distance') },
  { types: AORTIC_ROOT, name: 'Ao', code: ln('18015-8', 'Aortic Root Diameter') },
  { types: AORTIC_ROOT, name: 'LA', code: ln('79977-5', 'Left atrial end systolic diameter (AP) MM') },
  { types: AORTIC_ROOT, name: 'LA/Ao', code: ln('17985-3', 'Left Atrium to Aortic Root Ratio') },
  { name: 'SV', code: sct('90096001', 'Stroke Volume') },
  { name: 'CO', code: sct('82799009', 'Cardiac Output') },
  { types: AORTIC_OUTFLOW, name: 'Vmax', code: ln('80029-2', 'Left ventricular outflow tract Vmax') },
  { types: AORTIC_OUTFLOW, name: 'AT/ET', code: sct('399058008', 'Ratio of Aortic Valve Acceleration Time to Ejection Time') },
  { types: AORTIC_OUTFLOW, name: 'Acceleration', code: ln('20167-3', 'Acceleration Slope') },
  { types: AORTIC_OUTFLOW, name: 'PEP', code: ln('59085-1', 'Pre-Ejection Period') },
  {
    types: ['Pulmonary outflow'],
    name: 'AT/ET',
    code: sct('399238002', 'Ratio of Pulmonic Valve Acceleration Time to Ejection Time'),
  },
  { types: MITRAL, name: "E' average", code: sct('399133000', 'Left Ventricular Peak Early Diastolic Tissue Velocity') },
  { types: MITRAL, name: "E/E' average", code: ln('59111-5', 'E Velocity to Annulus E Velocity Ratio') },
  { types: MITRAL, name: 'Filling time', code: ln('59119-8', 'Filling Time') },
  { types: MITRAL, name: 'IVRT', code: ln('59083-6', 'Isovolumic Relaxation Time') },
  { types: [...MITRAL, ...TRICUSPID], name: 'E slope', code: ln('20216-8', 'Deceleration Slope') },
  { types: [...MITRAL, ...TRICUSPID], name: 'DT extrapolated', code: ln('20217-6', 'Deceleration Time') },
  { types: TRICUSPID, name: 'a', code: ln('79930-4', 'Tricuspid valve closure to opening time') },
  {
    types: ['Mitral regurgitation'],
    name: 'dP/dt',
    code: ln('18035-6', 'Mitral Regurgitation dP/dt derived from Mitral Reg. velocity'),
  },
  { types: DUCTUS, name: 'S', code: ln('11726-7', 'Peak Systolic Velocity') },
  { types: DUCTUS, name: 'D', code: dcm('122202', 'Diastolic blood velocity, peak') },
  { types: DUCTUS, name: 'a', code: ln('59081-0', 'A-Wave Peak Velocity') },
  { types: ['Umbilical Vein'], name: 'Flow volume', code: ln('33878-0', 'Volume flow') },
  { types: PULMONARY_VEIN, name: 'S', code: ln('79917-1', 'Pulmonary vein S-wave Vmax') },
  { types: PULMONARY_VEIN, name: 'D', code: ln('79916-3', 'Pulmonary vein D-wave Vmax') },
  { types: PULMONARY_VEIN, name: 'a', code: ln('79915-5', 'Pulmonary vein A-wave Vmax') },
  { types: PULMONARY_VEIN, name: 'S/D', code: ln('29452-0', 'Pulmonary Vein Systolic to Diastolic Ratio') },
  { types: HEPATIC_VEIN, name: 'S', code: ln('29471-0', 'Hepatic Vein Systolic Peak Velocity') },
  { types: HEPATIC_VEIN, name: 'D', code: ln('29472-8', 'Hepatic Vein Diastolic Peak Velocity') },
  { types: HEPATIC_VEIN, name: 'a', code: ln('29474-4', 'Hepatic Vein Atrial Contraction Reversal Peak Velocity') },
  { types: HEPATIC_VEIN, name: 'S/D', code: ln('29473-6', 'Hepatic Vein Systolic to Diastolic Ratio') },
  { types: LV_MPI, name: 'ICT', code: ln('59084-4', 'Isovolumic Contraction Time') },
  { types: LV_MPI, name: 'IRT', code: ln('59083-6', 'Isovolumic Relaxation Time') },
  { types: LV_MPI, name: 'MPI', code: ln('59099-2', 'Myocardial Performance Index (Tei)') },
  { types: ['RV MPI'], name: 'b', code: ln('79929-6', 'Right ventricular ejection time') },
  { types: ['RV MPI'], name: 'MPI', code: ln('80086-2', 'Right ventricular myocardial performance index') },
  { types: LATERAL, name: "E'", code: ln('80054-0', 'Mitral lateral e-prime Vmax') },
  { types: SEPTAL, name: "E'", code: ln('79911-4', 'Mitral septal e-prime Vmax') },
  { types: [...LATERAL, ...SEPTAL], name: "S'", code: sct('399167005', 'Left Ventricular Peak Systolic Tissue Velocity') },
  { types: [...LATERAL, ...SEPTAL], name: "A'", code: sct('399007006', 'LV Peak Diastolic Tissue Velocity During Atrial Systole') },
  { types: [...LATERAL, ...SEPTAL], name: "E'/A'", code: ln('59129-7', 'Left Ventricle E to A Tissue Velocity Ratio') },
  { types: [...LATERAL, ...SEPTAL], name: "PEP'", code: ln('59085-1', 'Pre-Ejection Period') },
  { types: [...LATERAL, ...SEPTAL], name: "IVRT'", code: ln('80015-1', 'Left ventricular isovolumic relaxation time by TDI') },
  { types: [...LATERAL, ...SEPTAL], name: 'Tissue MPI', code: ln('59099-2', 'Myocardial Performance Index (Tei)') },
  { types: RV_TISSUE, name: "S'", code: ln('79926-2', 'Tricuspid valve s-prime Vmax') },
  { types: RV_TISSUE, name: "E'", code: ln('79924-7', 'Tricuspid valve e-prime Vmax') },
  { types: RV_TISSUE, name: "A'", code: ln('79922-1', 'Tricuspid valve a-prime Vmax') },
  { types: RV_TISSUE, name: "PEP'", code: ln('80090-4', 'Right ventricular pre-ejection period') },
  { types: RV_TISSUE, name: "IVRT'", code: ln('59083-6', 'Isovolumic Relaxation Time') },
  { types: RV_TISSUE, name: 'Tissue MPI', code: ln('80086-2', 'Right ventricular myocardial performance index') },
  { name: "E/E'", code: ln('59111-5', 'E Velocity to Annulus E Velocity Ratio') },
  { name: "IVCT'", code: ln('59084-4', 'Isovolumic Contraction Time') },
  { name: "ET'", code: ln('20222-6', 'Ejection Time') },
  { name: 'Cycle length', code: dcm('122182', 'R-R interval') },
];

/** Older and general codes that machines report, by TID 5200 above all (CID 12201 to 12217). They are read and not written. */
export const ALSO_READ: readonly Row[] = [
  ...[PLAX, LV_M_MODE].flatMap((types): Row[] => [
    { types, name: 'IVSd', code: ln('18154-5', 'Interventricular Septum Diastolic Thickness') },
    { types, name: 'LVIDd', code: ln('29436-3', 'Left Ventricle Internal End Diastolic Dimension') },
    { types, name: 'LVIDs', code: ln('29438-9', 'Left Ventricle Internal Systolic Dimension') },
    { types, name: 'FS', code: ln('18051-3', 'Left Ventricular Fractional Shortening') },
    { types, name: 'LV mass', code: ln('18087-7', 'Left Ventricle Mass') },
  ]),
  { types: LV_M_MODE, name: 'IVSs', code: ln('18158-6', 'Interventricular Septum Systolic Thickness') },
  { types: PLAX, name: 'PWd', code: ln('18152-9', 'Left Ventricle Posterior Wall Diastolic Thickness') },
  { types: PLAX, name: 'Ao root', code: ln('18015-8', 'Aortic Root Diameter') },
  { types: PLAX, name: 'LA AP', code: ln('29469-4', 'Left Atrium Antero-posterior Systolic Dimension') },
  { types: AORTIC_ROOT, name: 'LA', code: ln('29469-4', 'Left Atrium Antero-posterior Systolic Dimension') },
  { types: A4C, name: 'LA area ES', code: ln('17977-0', 'Left Atrium Area A4C view') },
  { types: RV_4C, name: 'RA area ES', code: ln('17988-7', 'Right Atrium Area A4C view') },
  { types: MITRAL, name: 'E', code: ln('18037-2', 'Mitral Valve E-Wave Peak Velocity') },
  { types: MITRAL, name: 'A', code: ln('17978-8', 'Mitral Valve A-Wave Peak Velocity') },
  { types: MITRAL, name: 'E/A', code: ln('18038-0', 'Mitral Valve E to A Ratio') },
  { types: MITRAL, name: 'DT', code: sct('399354002', 'Mitral Valve E-Wave Deceleration Time') },
  { types: MITRAL, name: 'IVRT', code: ln('18071-1', 'Left Ventricular Isovolumic Relaxation Time') },
  { types: TRICUSPID, name: 'E', code: ln('18031-5', 'Tricuspid Valve E Wave Peak Velocity') },
  { types: TRICUSPID, name: 'A', code: ln('18030-7', 'Tricuspid Valve A Wave Peak Velocity') },
  { types: TRICUSPID, name: 'E/A', code: ln('18039-8', 'Tricuspid Valve E to A Ratio') },
  { types: PULMONARY_VEIN, name: 'S', code: ln('29450-4', 'Pulmonary Vein Systolic Peak Velocity') },
  { types: PULMONARY_VEIN, name: 'D', code: ln('29451-2', 'Pulmonary Vein Diastolic Peak Velocity') },
  { types: PULMONARY_VEIN, name: 'a', code: ln('29453-8', 'Pulmonary Vein Atrial Contraction Reversal Peak Velocity') },
  { types: AORTIC_OUTFLOW, name: 'ET', code: ln('18041-4', 'Aortic Valve Ejection Time') },
  { types: ['Pulmonary outflow'], name: 'ET', code: ln('18042-2', 'Pulmonic Valve Ejection Time') },
  { types: ['Pulmonary outflow'], name: 'PSV', code: ln('79920-5', 'Pulmonic valve Vmax') },
  { types: ['Pulmonary outflow'], name: 'VTI', code: ln('79910-6', 'Pulmonic valve VTI') },
  { name: 'Vmax', code: ln('20355-4', 'Peak Blood Velocity') },
];

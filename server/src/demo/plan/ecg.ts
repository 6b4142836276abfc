/** Content of a data set or an item. Keys are DICOM keywords. */
type Elements = Record<string, unknown>;

const SAMPLES_PER_S = 500;
const MS_PER_S = 1000;
/** Value of one step of a sample, in mV. */
const STEP_MV = 0.0025;

/** Waves of one beat: delay after the R wave and width in ms, height in mV. */
const WAVES = [
  { delay: -160, width: 22, height: 0.13 },
  { delay: -24, width: 8, height: -0.1 },
  { delay: 0, width: 9, height: 1 },
  { delay: 24, width: 9, height: -0.22 },
  { delay: 290, width: 42, height: 0.24 },
] as const;

function voltage(ms: number, rWaves: readonly number[]): number {
  const bell = (centre: number, width: number): number => Math.exp(-(((ms - centre) / width) ** 2) / 2);
  return rWaves.reduce(
    (sum, rWave) => sum + WAVES.reduce((beat, { delay, width, height }) => beat + height * bell(rWave + delay, width), 0),
    0,
  );
}

const code = (value: string, scheme: string, meaning: string): Elements => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  CodeMeaning: meaning,
});

/** The ECG of a clip as samples: lead II with R waves at these times, in ms from the first frame (PS3.3 C.10.9). */
export function waveformModule(rWaves: readonly number[], lastMs: number): Elements {
  const count = Math.floor((lastMs / MS_PER_S) * SAMPLES_PER_S) + 1;
  const samples = Int16Array.from({ length: count }, (_, at) => Math.round(voltage((at / SAMPLES_PER_S) * MS_PER_S, rWaves) / STEP_MV));
  return {
    WaveformSequence: [
      {
        MultiplexGroupTimeOffset: '0',
        WaveformOriginality: 'ORIGINAL',
        NumberOfWaveformChannels: 1,
        NumberOfWaveformSamples: count,
        SamplingFrequency: String(SAMPLES_PER_S),
        ChannelDefinitionSequence: [
          {
            ChannelSourceSequence: [code('2:2', 'MDC', 'Lead II')],
            ChannelSensitivity: String(STEP_MV),
            ChannelSensitivityUnitsSequence: [code('mV', 'UCUM', 'millivolt')],
            ChannelSensitivityCorrectionFactor: '1',
            ChannelBaseline: '0',
            ChannelSampleSkew: '0',
            WaveformBitsStored: 16,
          },
        ],
        WaveformBitsAllocated: 16,
        WaveformSampleInterpretation: 'SS',
        WaveformData: samples.buffer,
        _vrMap: { WaveformData: 'OW' },
      },
    ],
  };
}

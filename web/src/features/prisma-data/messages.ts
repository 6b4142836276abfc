/** Texts of the page on the availability of data. */
export const messages = {
  title: 'Availability of data',
  back: 'Back to user page',
  lastUpdate: (time: string) => `Last update: ${time}`,
  never: 'never',
  compute: 'Compute now',
  notComputed: (reason: string) => `Not computed: ${reason}`,
  noReason: 'no reason was given',
  downloadStatistics: 'Download statistics',
  downloadAnomalies: 'Download anomalies',
  downloadFailed: (reason: string) => `The download failed: ${reason}`,
  content: 'Statistics of the data',
  anomalies: 'Anomalies',
  anomalyColumns: ['Patient', 'Anomaly'],
  noAnomalies: 'No problems were found in the stored data.',
  none: 'There are no statistics for this project yet.',
  loading: 'Loading statistics...',
};

import { WithStudy } from '../../study/react/with-study.tsx';
import { Report } from './report.tsx';

/** Measurements of the study: every value with its range, what it was computed from, and the way to its points. */
export const ReportPage = () => <WithStudy>{(link, study) => <Report key={link.study_id} link={link} study={study} />}</WithStudy>;

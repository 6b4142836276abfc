import { WithStudy } from '../../study/react/with-study.tsx';
import { Board } from './board.tsx';

/** Which images count for the study, what the project requires of them, and what is next. */
export const ReferencePage = () => <WithStudy>{(link, study) => <Board key={link.study_id} link={link} study={study} />}</WithStudy>;

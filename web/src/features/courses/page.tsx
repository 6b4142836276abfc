import { Link, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import type { Course, CourseCase, CourseShare } from '@echometry/contract/records/course.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { projectOfAddress } from '../../lib/project-file.ts';
import { session } from '../../lib/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './courses.module.css';
import { messages } from './messages.ts';
import { pathOfCase, useCourses } from './use-courses.ts';
import { Table } from '../../ui/table.tsx';

/** Courses of a project: for blind readers their own, for others the results of readers whose work they see. */
export function CoursesPage() {
  const { login } = useSnapshot(session);
  const project = projectOfAddress(useSearch());
  const { courses, failure, reload } = useCourses(project);
  const isReader = isBlind(login?.role ?? null);
  return (
    <div className={layout.paddedPage}>
      <ProjectStrip page="courses" current={project} count={null} />
      <div className={classes.scroll}>
        {failure !== null && <Failure className={layout.empty} text={failure} onRetry={reload} />}
        {failure === null && courses === null && <Loading />}
        {courses?.length === 0 && <p className={layout.empty}>{isReader ? messages.none : messages.noneToSee}</p>}
        {project !== null && courses?.map((course) => <CourseBlock key={course.id} project={project} course={course} />)}
      </div>
    </div>
  );
}

function CourseBlock({ project, course }: { project: string; course: Course }) {
  return (
    <section className={classes.course} aria-label={course.name}>
      <h2>
        {course.name} <small>{messages.of(course)}</small>
      </h2>
      {course.readers.map(({ reader, cases, shares }) => (
        <article key={reader} className={`${layout.card} ${classes.reader}`} aria-label={reader}>
          <h3>
            {reader} <small>{messages.done(cases)}</small>
          </h3>
          <div className={classes.halves}>
            <Cases project={project} reader={reader} cases={cases} />
            <Shares shares={shares} />
          </div>
        </article>
      ))}
    </section>
  );
}

/** The next step with a case. */
const nextOf = ({ state, feedback_at }: CourseCase): string =>
  feedback_at !== null ? messages.open.see : state === 'done' ? messages.open.show : messages.open.read;

function Cases({ project, reader, cases }: { project: string; reader: string; cases: readonly CourseCase[] }) {
  const isReader = isBlind(session.login?.role ?? null);
  return (
    <ol className={`${kit.bare} ${classes.cases}`} aria-label={messages.cases}>
      {cases.map((one) => (
        <li key={one.position} data-testid="course-case">
          <span>{messages.case(one)}</span>
          <small>{one.feedback_at === null ? messages.states[one.state] : messages.seen}</small>
          {(isReader || one.feedback_at !== null) && <Link href={pathOfCase(project, reader, one)}>{nextOf(one)}</Link>}
        </li>
      ))}
    </ol>
  );
}

function Shares({ shares }: { shares: readonly CourseShare[] }) {
  if (shares.length === 0) return <p className={classes.quiet}>{messages.noShares}</p>;
  return (
    <Table kind="figures" label={messages.shares}>
      {shares.map((share) => (
        <tr key={`${share.what} ${share.image_type} ${share.name}`} data-testid="course-share">
          <th scope="row">
            {messages.shareName(share)} <small>{share.image_type}</small>
          </th>
          <td>{messages.share(share)}</td>
          <td data-outside={share.within < share.judged}>{messages.percent(share)}</td>
        </tr>
      ))}
    </Table>
  );
}

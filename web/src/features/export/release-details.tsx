import type { Release, ReleaseDifferences } from '@echometry/contract/records/release.ts';
import { messages } from './release-messages.ts';
import own from './page.module.css';

/** Hashes and creators of a release, and its differences to the version before. */
export function ReleaseDetails({ release }: { release: Release }) {
  const { request, contents, sha256, differences } = release;
  const facts: [name: string, value: string][] = [
    [messages.details.sha256, sha256],
    [messages.details.manifest, contents.manifest_sha256],
    [messages.details.engine, contents.engine_version],
    [messages.details.creators, request.creators.join(', ')],
    [messages.details.publisher, request.publisher],
    ...(request.further_projects === undefined
      ? []
      : [[messages.details.furtherProjects, request.further_projects.join(', ')] satisfies [string, string]]),
    [messages.details.description, request.description === '' ? messages.details.noDescription : request.description],
  ];
  return (
    <section aria-label={messages.details.label(release)}>
      <dl className={own.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {differences !== null && <Differences differences={differences} />}
    </section>
  );
}

function Differences({ differences }: { differences: ReleaseDifferences }) {
  const { to, studies_added, studies_removed, lines, values } = differences;
  const none = studies_added.total + studies_removed.total + lines.total + values.total === 0;
  return (
    <div className={own.differences} role="region" aria-label={messages.differences.title(to)} tabIndex={0}>
      <h3>{messages.differences.title(to)}</h3>
      {none && <p>{messages.differences.none}</p>}
      <Kind title={messages.differences.studiesAdded} total={studies_added.total} first={studies_added.first} />
      <Kind title={messages.differences.studiesRemoved} total={studies_removed.total} first={studies_removed.first} />
      <Kind title={messages.differences.lines} total={lines.total} first={lines.first.map(messages.differences.line)} />
      <Kind title={messages.differences.values} total={values.total} first={values.first.map(messages.differences.value)} />
    </div>
  );
}

function Kind({ title, total, first }: { title: string; total: number; first: readonly string[] }) {
  if (total === 0) return null;
  return (
    <>
      <h3>
        {title}: {total}
      </h3>
      <ul>
        {first.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
        {total > first.length && <li>{messages.differences.more(total - first.length)}</li>}
      </ul>
    </>
  );
}

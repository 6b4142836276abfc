import { Button, Progress } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { NotYet } from './loaded.tsx';
import { Quarantine } from './quarantine.tsx';
import { SectionKeys } from './section-keys.tsx';
import classes from './section.module.css';
import { useStorage, type Storage } from './use-storage.ts';
import { agoText, bytesText, counted, wholeTime } from './messages.ts';

/** Below this share of free room a disk is named. */
const LITTLE_ROOM = 0.1;

/** Stored objects, their condition, and the free room. */
export function StoragePage() {
  const { storage, busy, purging, setPurging, scrub, quarantine } = useStorage();
  const { data } = storage;
  const due = data?.quarantine.listed.filter(({ purge_from }) => purge_from <= Date.now()) ?? [];
  return (
    <>
      <div className={classes.main}>
        <div className={classes.head}>
          <h2>Storage</h2>
          <small>{data && `${counted(data.total.objects, 'object')}, ${bytesText(data.total.bytes)}`}</small>
        </div>
        <div className={classes.scroll}>
          <NotYet state={storage} />
          {data && (
            <>
              <div className={classes.facts}>
                <Room disk={data.disk} />
                <Backup at={data.last_backup_at} />
                <Scrub storage={data} busy={busy} onRun={scrub} />
              </div>
              {data.last_scrub !== null && data.last_scrub.damaged > 0 && <Damage scrub={data.last_scrub} />}
              <Projects projects={data.projects} />
              <Quarantine
                quarantine={data.quarantine}
                busy={busy}
                onRestore={(key) => quarantine('restore', key)}
                onPurge={due.length === 0 ? null : () => setPurging(true)}
              />
            </>
          )}
        </div>
      </div>
      <SectionKeys
        mode="Storage"
        hints={[{ actions: ['administration.save'], does: 'check all objects' }]}
        bindings={{ 'administration.save': () => scrub(true) }}
      />
      <Dialog opened={purging} onClose={() => setPurging(false)} title="Delete permanently?" size="md">
        <p className={classes.effects}>
          {counted(due.length, 'object')}, {bytesText(due.reduce((sum, { size_bytes }) => sum + size_bytes, 0))}: no record has named them
          for 30 days. They cannot be restored, not even when an older database is opened.
        </p>
        <div className={classes.actions}>
          <Button variant="default" data-autofocus onClick={() => setPurging(false)}>
            Cancel
          </Button>
          <Button variant="default" className={classes.danger ?? ''} loading={busy} onClick={() => quarantine('purge', null)}>
            Delete permanently
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Room({ disk }: { disk: Storage['disk'] }) {
  const isLittle = disk !== null && disk.free_bytes < LITTLE_ROOM * disk.total_bytes;
  return (
    <section className={classes.card} aria-label="Room">
      <h3>Disk space</h3>
      <strong className={isLittle ? classes.bad : undefined}>{disk === null ? 'unknown' : `${bytesText(disk.free_bytes)} free`}</strong>
      <p>
        {disk === null
          ? 'Not reported by the system.'
          : `of ${bytesText(disk.total_bytes)}${isLittle ? '. Free some space: when the disk is full, saves are refused, but nothing is lost.' : ''}`}
      </p>
    </section>
  );
}

function Backup({ at }: { at: number | null }) {
  return (
    <section className={classes.card} aria-label="Backup">
      <h3>Last backup</h3>
      <strong className={at === null ? classes.warn : undefined}>{at === null ? 'none recorded' : agoText(at, Date.now())}</strong>
      <p>
        {at === null
          ? 'Backups are made on the server: npm run admin -- backup FOLDER. Copies made in another way are not known here.'
          : wholeTime(at)}
      </p>
    </section>
  );
}

function Scrub({ storage: { scrub, last_scrub }, busy, onRun }: { storage: Storage; busy: boolean; onRun: (run: boolean) => void }) {
  return (
    <section className={classes.card} aria-label="Soundness">
      <h3>Integrity check</h3>
      {scrub === null ? (
        <>
          <strong className={last_scrub === null ? classes.warn : last_scrub.damaged > 0 ? classes.bad : classes.ok}>
            {last_scrub === null ? 'not yet' : last_scrub.damaged > 0 ? `${last_scrub.damaged} damaged` : 'all objects are intact'}
          </strong>
          <p>
            {last_scrub === null
              ? 'Runs automatically once a week.'
              : `${counted(last_scrub.objects, 'object')} and ${counted(last_scrub.documents, 'document')}, ${wholeTime(last_scrub.at)}`}
          </p>
          <Button size="compact-sm" variant="default" mt={8} loading={busy} onClick={() => onRun(true)}>
            Check all objects now
          </Button>
        </>
      ) : (
        <>
          <Progress value={scrub.total === 0 ? 0 : (100 * scrub.done) / scrub.total} my={8} aria-label="Read back" />
          <p>
            {scrub.done} of {scrub.total === 0 ? '…' : scrub.total}, begun {agoText(scrub.started_at, Date.now())}. People go on working.
          </p>
          <Button size="compact-sm" variant="default" mt={8} loading={busy} onClick={() => onRun(false)}>
            Cancel
          </Button>
        </>
      )}
    </section>
  );
}

function Damage({ scrub: { damaged, faults } }: { scrub: NonNullable<Storage['last_scrub']> }) {
  return (
    <section className={classes.part} aria-label="Damage" role="alert">
      <h3 className={classes.bad}>{damaged} damaged</h3>
      <p>Damaged images are not shown. Bring them back from a backup, or import them again.</p>
      <ul>
        {faults.map((fault) => (
          <li key={fault} data-testid="damage">
            {fault}
          </li>
        ))}
        {damaged > faults.length && <li>and {damaged - faults.length} more: npm run admin -- scrub names all of them</li>}
      </ul>
    </section>
  );
}

function Projects({ projects }: { projects: Storage['projects'] }) {
  return (
    <section aria-label="Projects">
      <div className={classes.title}>
        <h3>By project</h3>
        <small>shared objects count in both projects</small>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col" data-right="true">
              Objects
            </th>
            <th scope="col" data-right="true">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map(({ project, name_to_show, objects, bytes }) => (
            <tr key={project}>
              <td className={classes.name}>
                {name_to_show} <small className={classes.quiet}>{project}</small>
              </td>
              <td data-right="true">{objects.toLocaleString('en-US')}</td>
              <td data-right="true">{bytesText(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

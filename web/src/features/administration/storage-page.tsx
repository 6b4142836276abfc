import { Button, Progress } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { NotYet } from './loaded.tsx';
import { Quarantine } from './quarantine.tsx';
import { SectionKeys } from './section-keys.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useStorage, type Storage } from './use-storage.ts';
import { bytesText, wholeTime } from './format.ts';
import { agoText, messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

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
          <h2>{messages.storage.title}</h2>
          <small>{data && messages.storage.objects(data.total.objects, data.total.bytes)}</small>
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
        mode={messages.storage.title}
        hints={[{ actions: ['administration.save'], does: messages.storage.keys.check }]}
        bindings={{ 'administration.save': () => scrub(true) }}
      />
      <Dialog opened={purging} onClose={() => setPurging(false)} title={messages.quarantine.purgeTitle} size="md">
        <p className={classes.effects}>
          {messages.quarantine.purgeHint(
            due.length,
            due.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
          )}
        </p>
        <div className={classes.actions}>
          <Button variant="default" data-autofocus onClick={() => setPurging(false)}>
            {messages.shared.cancel}
          </Button>
          <Button
            variant="default"
            className={`${layout.dangerous} ${classes.danger}`}
            loading={busy}
            onClick={() => quarantine('purge', null)}
          >
            {messages.quarantine.purge}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Room({ disk }: { disk: Storage['disk'] }) {
  const isLittle = disk !== null && disk.free_bytes < LITTLE_ROOM * disk.total_bytes;
  return (
    <section className={classes.card} aria-label={messages.storage.disk}>
      <h3>{messages.storage.disk}</h3>
      <strong className={isLittle ? classes.bad : undefined}>
        {disk === null ? messages.storage.unknown : messages.storage.free(disk.free_bytes)}
      </strong>
      <p>{disk === null ? messages.storage.unknownHint : messages.storage.total(disk.total_bytes, isLittle)}</p>
    </section>
  );
}

function Backup({ at }: { at: number | null }) {
  return (
    <section className={classes.card} aria-label={messages.storage.backup}>
      <h3>{messages.storage.backup}</h3>
      <strong className={at === null ? classes.warn : undefined}>
        {at === null ? messages.storage.noBackup : agoText(at, Date.now())}
      </strong>
      <p>{at === null ? messages.storage.noBackupHint : wholeTime(at)}</p>
    </section>
  );
}

function Scrub({ storage: { scrub, last_scrub }, busy, onRun }: { storage: Storage; busy: boolean; onRun: (run: boolean) => void }) {
  return (
    <section className={classes.card} aria-label={messages.storage.check}>
      <h3>{messages.storage.check}</h3>
      {scrub === null ? (
        <>
          <strong className={last_scrub === null ? classes.warn : last_scrub.damaged > 0 ? classes.bad : classes.ok}>
            {last_scrub === null
              ? messages.storage.neverChecked
              : last_scrub.damaged > 0
                ? messages.storage.damaged(last_scrub.damaged)
                : messages.storage.intact}
          </strong>
          <p>{last_scrub === null ? messages.storage.neverCheckedHint : messages.storage.checked(last_scrub)}</p>
          <Button size="compact-sm" variant="default" mt={8} loading={busy} onClick={() => onRun(true)}>
            {messages.storage.checkNow}
          </Button>
        </>
      ) : (
        <>
          <Progress value={scrub.total === 0 ? 0 : (100 * scrub.done) / scrub.total} my={8} aria-label={messages.storage.checkProgress} />
          <p>{messages.storage.checking(scrub, Date.now())}</p>
          <Button size="compact-sm" variant="default" mt={8} loading={busy} onClick={() => onRun(false)}>
            {messages.shared.cancel}
          </Button>
        </>
      )}
    </section>
  );
}

function Damage({ scrub: { damaged, faults } }: { scrub: NonNullable<Storage['last_scrub']> }) {
  return (
    <section className={classes.part} aria-label={messages.storage.damage} role="alert">
      <h3 className={classes.bad}>{messages.storage.damaged(damaged)}</h3>
      <p>{messages.storage.damageHint}</p>
      <ul>
        {faults.map((fault) => (
          <li key={fault} data-testid="damage">
            {fault}
          </li>
        ))}
        {damaged > faults.length && <li>{messages.storage.moreDamage(damaged - faults.length)}</li>}
      </ul>
    </section>
  );
}

function Projects({ projects }: { projects: Storage['projects'] }) {
  return (
    <Section title={messages.storage.byProject} label={messages.shared.projects} note={messages.storage.byProjectHint}>
      <Table columns={[messages.shared.project, messages.storage.objectsColumn, messages.shared.size]} right={[1, 2]}>
        {projects.map(({ project, name_to_show, objects, bytes }) => (
          <tr key={project}>
            <td className={classes.name}>
              {name_to_show} <small className={classes.quiet}>{project}</small>
            </td>
            <td>{objects.toLocaleString('en-US')}</td>
            <td>{bytesText(bytes)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation, useSearch } from 'wouter';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { keysAreTaken, useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { HeaderTools } from '../../ui/header-tools.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Message } from '../../ui/message.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { Failure } from '../../ui/failure.tsx';
import { usePreview } from './api.ts';
import { Earlier } from './earlier.tsx';
import { ExportForm } from './form.tsx';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { Sendings } from './sendings.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ProjectReleases } from './project-releases.tsx';
import { UnderWay } from './under-way.tsx';
import { useImageTypes } from './use-image-types.ts';
import { useExportPage, type ExportPageState } from './use-export-page.ts';

const RELEASES_TAB = 'releases';
type Tab = 'exports' | typeof RELEASES_TAB;

const addressOf = (project: string, tab: Tab): string =>
  `/export?${new URLSearchParams({ project, ...(tab === RELEASES_TAB ? { tab } : {}) }).toString()}`;

interface ProjectChoice {
  _id: string;
  db_name: string;
  name_to_show: string;
}

/** Landing page of Data scientists: what is to be exported, its first rows, and the exports made before. */
export function ExportPage() {
  const { user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const wanted = asked.get('project');
  const tab = asked.get('tab') === RELEASES_TAB ? RELEASES_TAB : 'exports';
  const projects = user?.projects ?? [];
  const project = wanted === null ? projects[0] : projects.find(({ _id }) => _id === wanted);
  return (
    <div className={kit.wholePage}>
      <HeaderTools>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconChevronLeft size={16} stroke={1.6} />}
          onClick={() => navigate('/user-page?stay=true')}
        >
          {messages.back}
        </Button>
      </HeaderTools>
      <h1 className="visually-hidden">{messages.title}</h1>
      <div className={`${layout.between} ${classes.strip}`}>
        <ProjectStrip page="export" current={project?._id ?? null} count={null} />
        {project && (
          <Segments
            label={messages.tabs.label}
            value={tab}
            segments={[
              { value: 'exports', label: messages.tabs.exports },
              { value: RELEASES_TAB, label: messages.tabs.releases },
            ]}
            onChange={(to) => navigate(addressOf(project._id, to))}
          />
        )}
        <Link href={`/studies${project ? `?project=${encodeURIComponent(project._id)}` : ''}`}>{messages.studies}</Link>
      </div>
      {project && tab === RELEASES_TAB && <ProjectReleases key={project._id} project={project} />}
      {project && tab === 'exports' && <ProjectExports key={project._id} project={project} />}
      {project === undefined && <Message framed title={messages.noProject} text={messages.noProjectHint} />}
    </div>
  );
}

function ProjectExports({ project }: { project: ProjectChoice }) {
  const state = useExportPage(project._id);
  const { request, list, fault } = state;
  const imageTypes = useImageTypes(project.db_name);
  const [turn, setTurn] = useState(0);
  const preview = usePreview(project._id, fault === null ? request : null, turn);
  const records = list?.exports ?? [];
  const underWay = records.filter(({ status }) => isUnderWay(status));
  const ended = records.filter(({ status }) => !isUnderWay(status));
  return (
    <>
      <div className={layout.columns}>
        <aside
          className={classes.side}
          aria-label={messages.form.title}
          onKeyDown={(event) => {
            // A text field keeps the keys of the page to itself; this one does not belong to a text.
            if (event.key === 'Enter' && event.ctrlKey && keysAreTaken(event.currentTarget.ownerDocument.activeElement)) state.create();
          }}
        >
          <h2>
            {messages.form.title}
            <button type="button" onClick={state.reset}>
              {messages.form.defaults}
            </button>
          </h2>
          <ExportForm request={request} imageTypes={imageTypes} studyTypes={list?.study_types ?? []} change={state.change} />
          <Create state={state} />
        </aside>
        <div className={classes.main}>
          <PreviewTable request={request} state={preview} />
          {underWay.map((record) => (
            <UnderWay key={record.id} record={record} onCancel={() => state.cancel(record.id)} />
          ))}
          {state.failure !== null && <Failure className={classes.fault} text={state.failure} onRetry={state.reload} />}
          {list && (
            <Earlier
              pacs={list.pacs}
              records={ended}
              keptDays={list.kept_days}
              open={state.openLog}
              onLog={state.setOpenLog}
              onDownload={state.download}
              onAgain={state.again}
              onSend={state.send}
            />
          )}
          {list && <Sendings records={list.sendings} open={state.openLog} onLog={state.setOpenLog} onCancel={state.cancel} />}
        </div>
      </div>
      <Keys state={state} previewAgain={() => setTurn((n) => n + 1)} />
    </>
  );
}

function Create({ state: { create, creating, why, list } }: { state: ExportPageState }) {
  return (
    <div className={classes.create}>
      <Button onClick={create} disabled={why !== null} loading={creating}>
        {messages.form.create}
      </Button>
      <span>{why ?? (list === null ? '' : messages.form.jobs(list.under_way, list.limit))}</span>
    </div>
  );
}

function Keys({ state, previewAgain }: { state: ExportPageState; previewAgain: () => void }) {
  const [help, setHelp] = useState(false);
  useKeys({
    'export.create': state.create,
    'export.preview': previewAgain,
    'export.log': state.toggleNewestLog,
    'export.download': state.downloadNewest,
    'export.help': () => setHelp(true),
  });
  return (
    <>
      <KeyStrip
        mode={messages.title}
        hints={[
          { actions: ['export.create'], does: messages.keys.create },
          { actions: ['export.preview'], does: messages.keys.preview },
          { actions: ['export.log'], does: messages.keys.log },
          { actions: ['export.download'], does: messages.keys.download },
        ]}
        more={{ actions: ['export.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { Failure } from '../../ui/failure.tsx';
import { ImportList, ImportUnderWay } from './import-list.tsx';
import { UploadList } from './upload-list.tsx';
import { ImportReport } from './import-report.tsx';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { NewImportForm } from './new-import.tsx';
import { PacsResults } from './pacs-results.tsx';
import { Masks } from './masks.tsx';
import { useImports } from './use-imports.ts';
import { useNewImport } from './use-new-import.ts';
import { messages } from './messages.ts';
import { isUnderWay } from './record.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Imports of the installation: a new one, those under way, and what earlier ones did. */
export function ImportsPage() {
  const { sources, imports, uploads, failure, reload } = useImports();
  const [open, setOpen] = useState<string | null>(null);
  const state = useNewImport(sources, (id) => {
    // Its report is what the person wants to see when it has ended.
    setOpen(id);
    reload();
  });
  const shown = imports?.find((record) => record.id === open && !isUnderWay(record));
  const cancel = (id: string): void =>
    void call(CALLS.importsCancel, { id })
      .then(reload)
      .catch((error: unknown) => alertUser(messageOf(error), 'hard'));
  const discard = (id: string): void =>
    void call(CALLS.importsDropUpload, { id })
      .then(reload)
      .catch((error: unknown) => alertUser(messageOf(error), 'hard'));
  return (
    <div className={classes.columns}>
      <NewImportForm sources={sources} state={state} />
      <div className={classes.main}>
        {failure !== null && <Failure className={classes.fault} text={failure} onRetry={reload} />}
        {state.form.kind === 'pacs' && <PacsResults state={state.pacs} />}
        {imports?.filter(isUnderWay).map((record) => (
          <ImportUnderWay key={record.id} record={record} onCancel={() => cancel(record.id)} />
        ))}
        <UploadList uploads={uploads} onDiscard={discard} />
        {shown !== undefined && <ImportReport key={shown.id} record={shown} />}
        <Masks held={imports?.reduce((sum, { counts }) => sum + counts.held, 0) ?? 0} />
        {imports === null && failure === null && <LoadingLine className={layout.empty} text={messages.loading} />}
        {imports !== null && <ImportList records={imports} open={open} onOpen={setOpen} />}
      </div>
    </div>
  );
}

import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { SET_TITLES } from '@echometry/contract/rules/config-faults.ts';
import { useKeys } from '../../lib/keys.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { AskChoice } from './ask-choice.tsx';
import { CandidatePanel } from './candidate-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { NotYet } from './loaded.tsx';
import { SetPlaces } from './set-places.tsx';
import { SetVersions } from './set-versions.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useConfiguration, type Configuration } from './use-configuration.ts';
import { messages } from './messages.ts';

/** Configuration sets with their versions: compared, checked by the engine, and made current. */
export function ConfigurationPage() {
  const configuration = useConfiguration();
  const { list, set, compared, candidate } = configuration;
  const upload = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className={layout.columns}>
        <SetList configuration={configuration} />
        <div className={classes.main}>
          <div className={classes.head}>
            <h2>{set ? SET_TITLES[set.name] : messages.configuration.title}</h2>
            <small>
              {set?.name === 'echo_references' ? messages.configuration.ownValues : `${set?.name ?? ''}; ${messages.shared.keepsVersion}`}
            </small>
            <span className={classes.space} />
            <FileButton
              accept={set?.name === 'echo_references' ? '.json,.csv' : '.json'}
              onChange={(file) => file && configuration.check(file)}
            >
              {(props) => (
                <Button
                  {...props}
                  ref={upload}
                  variant="default"
                  loading={configuration.busy}
                  disabled={set === null}
                  leftSection={<IconUpload size={16} stroke={1.6} />}
                >
                  {messages.configuration.check}
                </Button>
              )}
            </FileButton>
          </div>
          <div className={classes.scroll}>
            <NotYet state={list} />
            {set && <SetVersions configuration={configuration} set={set} />}
            {set && list.data && <SetPlaces configuration={configuration} set={set} projects={list.data.projects} />}
          </div>
        </div>
        {set && compared && <ComparePanel name={set.name} pair={compared} onClose={() => configuration.compare(null)} />}
        {candidate && <CandidatePanel configuration={configuration} candidate={candidate} />}
      </div>
      <ConfigurationKeys configuration={configuration} onUpload={() => upload.current?.click()} />
      <AskChoice configuration={configuration} />
    </>
  );
}

function SetList({ configuration: { list, set, choose } }: { configuration: Configuration }) {
  return (
    <aside className={classes.list} aria-label={messages.configuration.sets}>
      <div className={classes.head}>
        <h2>{messages.configuration.setsTitle}</h2>
      </div>
      {list.data?.sets.map((one) => {
        const current = one.choices.find(({ project }) => project === null)?.version;
        const newest = one.versions[0]?.version;
        return (
          <button
            key={one.name}
            type="button"
            className={classes.entry}
            aria-pressed={one.name === set?.name}
            onClick={() => choose(one.name)}
          >
            <b>
              {SET_TITLES[one.name]}
              {newest !== current && <span>{messages.configuration.newer(newest)}</span>}
            </b>
            <small>{messages.configuration.inUse(current)}</small>
          </button>
        );
      })}
    </aside>
  );
}

function ConfigurationKeys({ configuration, onUpload }: { configuration: Configuration; onUpload: () => void }) {
  const [help, setHelp] = useState(false);
  const { list, set, choose } = configuration;
  const step = (by: number) => {
    const sets = list.data?.sets ?? [];
    const next = sets[Math.min(Math.max(sets.findIndex(({ name }) => name === set?.name) + by, 0), sets.length - 1)];
    if (next) choose(next.name);
  };
  useKeys({
    'administration.next': () => step(1),
    'administration.previous': () => step(-1),
    'administration.new': onUpload,
    'administration.help': () => setHelp(true),
  });
  return (
    <>
      <KeyStrip
        mode={messages.configuration.title}
        hints={[
          { actions: ['administration.previous', 'administration.next'], does: messages.configuration.keys.set },
          { actions: ['administration.new'], does: messages.configuration.keys.check },
        ]}
        more={{ actions: ['administration.help'], does: messages.shared.allKeys, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

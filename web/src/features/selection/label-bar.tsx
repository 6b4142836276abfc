import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { NO_LABEL } from '@echometry/contract/rules/labels.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import type { ActionName } from '../../lib/actions.ts';
import type { ImageTypeChoice } from '../../lib/config.ts';
import { modalityColour, modalityOfRegions, shortModality } from '../../study/store/modality.ts';
import { TYPE_GROUPS, inGroup, offeredTypes, offeredViews, type TypeGroup } from '../../study/store/labelling.ts';
import { Chip } from '../../ui/chip.tsx';
import type { TypeChoice } from '../../tools/labels/events.ts';
import { LabelSelect, type LabelOption } from '../../ui/label-select.tsx';
import type { Player } from '../../viewer/clip/player.ts';
import { AdditionalLabels } from './additional-labels.tsx';
import layout from '../../ui/layout.module.css';
import classes from './label-bar.module.css';
import { messages } from './messages.ts';

/** Labels of the image, or of all that are chosen: modality, view, a type for each kind of modality, additional labels, reference. */
export function LabelBar({ context }: { context: PageContext }) {
  const { study, file, image, targets, send } = context;
  const disabled = study.readOnly || file === null;
  const modality = useModality(context);
  const groups = TYPE_GROUPS.filter((group) => typesOf(group, context).length > 0);
  const first = groups.find((group) => inGroup(modality, group)) ?? groups[0];
  const type = offeredTypes(study).find((known) => known.type === image?.type);
  return (
    <div className={classes.bar} role="toolbar" aria-label={messages.bar.label}>
      {targets.length > 1 && (
        <Chip tone="accent" title={messages.bar.imagesHint}>
          {messages.bar.images(targets.length)}
        </Chip>
      )}
      <ModalityLabel context={context} disabled={disabled} />
      <LabelSelect
        name={messages.bar.view}
        actions={['selection.view']}
        value={image?.view ?? null}
        clearText={NO_LABEL}
        disabled={disabled}
        alert={image !== undefined && image.type !== null && image.view === null}
        options={offeredViews(study, image).map(({ view, fits }) =>
          fits
            ? { value: view, label: view }
            : { value: view, label: view, odd: true, hint: messages.bar.notViewOf(type?.abbreviation ?? '') },
        )}
        onChange={(view) => {
          send({ type: 'set', change: { kind: 'view', view } });
        }}
      />
      {groups.map((group) => (
        <TypeLabel key={group} group={group} isFirst={group === first} found={modality} context={context} disabled={disabled} />
      ))}
      <span className={classes.fill} />
      <AdditionalLabels context={context} disabled={disabled} />
      <button
        type="button"
        className={classes.reference}
        aria-pressed={image?.reference ?? false}
        disabled={disabled}
        onClick={() => {
          send({ type: 'toggle-reference' });
        }}
      >
        {image?.reference ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.6} />} {messages.bar.reference}
      </button>
      <Tools context={context} />
    </div>
  );
}

function ModalityLabel({ context, disabled }: { context: PageContext; disabled: boolean }) {
  const { study, image, send } = context;
  const type = offeredTypes(study).find((known) => known.type === image?.type);
  if (!type || type.modalities.length < 2)
    return (
      <span className={classes.modality} style={image?.modality ? { color: modalityColour(image.modality, study.project) } : undefined}>
        {image?.modality ? shortModality(image.modality) : '—'}
      </span>
    );
  return (
    <LabelSelect
      name={messages.bar.modality}
      value={image?.modality ?? null}
      clearText={NO_LABEL}
      disabled={disabled}
      options={type.modalities.map((modality) => ({ value: modality, label: modality }))}
      onChange={(value) => {
        const modality = type.modalities.find((known) => known === value) ?? null;
        send({ type: 'set', change: { kind: 'type', type: modality === null ? null : type.type, modality } });
      }}
    />
  );
}

/** Modality of the image: the one it is labelled with, else the one in the regions of its file. */
function useModality({ image, player }: PageContext): ImageModality {
  const { metadata } = useSnapshot(player?.state ?? NOTHING_OPEN);
  return image?.modality ?? modalityOfRegions(metadata?.doppler_regions ?? []);
}
const NOTHING_OPEN: Pick<Player['state'], 'metadata'> = proxy({ metadata: null });

const typesOf = (group: TypeGroup, { study }: PageContext): ImageTypeChoice[] =>
  offeredTypes(study).filter(({ modalities }) => modalities.some((modality) => inGroup(modality, group)));

const TYPE_ACTIONS: Readonly<Record<TypeGroup, readonly ActionName[]>> = {
  '2D': [],
  'M-Mode': ['selection.type-m-mode'],
  Doppler: ['selection.type-doppler'],
};

/** The modality found in the file comes first: it is the one an image gets with its type. */
const preferring = ({ type, modalities }: ImageTypeChoice, found: ImageModality): TypeChoice => ({
  type,
  modalities: modalities.includes(found) ? [found, ...modalities] : modalities,
});

const optionOf = ({ type, name_to_show, abbreviation }: ImageTypeChoice): LabelOption => ({
  value: type,
  label: name_to_show,
  hint: abbreviation,
});

function TypeLabel({
  group,
  isFirst,
  found,
  context,
  disabled,
}: {
  group: TypeGroup;
  /** The group of the image's modality. */
  isFirst: boolean;
  found: ImageModality;
  context: PageContext;
  disabled: boolean;
}) {
  const { study, image, targets, send } = context;
  const own = typesOf(group, context);
  const others = offeredTypes(study).filter((known) => !own.some(({ type }) => type === known.type));
  const named = (type: string | null) => [...own, ...others].find((known) => known.type === type);
  return (
    <LabelSelect
      name={messages.bar.type(group)}
      actions={[...(isFirst ? (['selection.type'] as const) : []), ...TYPE_ACTIONS[group]]}
      value={own.find((known) => known.type === image?.type)?.type ?? null}
      clearText={NO_LABEL}
      disabled={disabled}
      options={own.map(optionOf)}
      more={others.map(optionOf)}
      onChange={(value) => {
        const to = named(value);
        // Images chosen together may differ in what their files hold.
        const choice = to && (targets.length === 1 ? preferring(to, found) : to);
        send({ type: 'set-type', to: choice ?? null, group: own.map(({ type }) => type) });
      }}
    />
  );
}

/** Undo, redo and the history of versions. */
function Tools({ context }: { context: PageContext }) {
  const { study, openHistory } = context;
  return (
    <span className={classes.tools}>
      {!study.readOnly && (
        <>
          <Tool label={messages.bar.undo} disabled={!study.canUndo} onClick={() => stepHistory(context, 'before')}>
            <IconArrowBackUp size={18} stroke={1.6} />
          </Tool>
          <Tool label={messages.bar.redo} disabled={!study.canRedo} onClick={() => stepHistory(context, 'after')}>
            <IconArrowForwardUp size={18} stroke={1.6} />
          </Tool>
        </>
      )}
      <Tool label={messages.bar.history} onClick={openHistory}>
        <IconHistory size={18} stroke={1.6} />
      </Tool>
    </span>
  );
}

function Tool({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`${layout.tool} ${classes.tool}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

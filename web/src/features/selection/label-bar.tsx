import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NO_LABEL } from '@echometry/contract/rules/labels.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import type { ActionName } from '../../lib/actions.ts';
import { modalityColour, shortModality } from '../../study/store/modality.ts';
import { TYPE_GROUPS, inGroup, offeredTypes, offeredViews, type TypeGroup } from '../../study/store/labelling.ts';
import { Chip } from '../../ui/chip.tsx';
import { LabelSelect } from '../../ui/label-select.tsx';
import { AdditionalLabels } from './additional-labels.tsx';
import classes from './label-bar.module.css';

/** Labels of the image, or of all that are chosen: modality, view, a type for each kind of modality, additional labels, reference. */
export function LabelBar({ context }: { context: PageContext }) {
  const { study, file, image, targets, send } = context;
  const disabled = study.readOnly || file === null;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Labels of the image">
      {targets.length > 1 && (
        <Chip tone="accent" title="Labels are set on all of them. A plain click chooses one image again.">
          {targets.length} images
        </Chip>
      )}
      <ModalityLabel context={context} disabled={disabled} />
      <LabelSelect
        name="View"
        action="selection.view"
        value={image?.view ?? null}
        clearText={NO_LABEL}
        disabled={disabled}
        alert={image !== undefined && image.type !== null && image.view === null}
        options={offeredViews(study, image).map((view) => ({ value: view, label: view }))}
        onChange={(view) => {
          send({ type: 'set', change: { kind: 'view', view } });
        }}
      />
      {TYPE_GROUPS.map((group) => (
        <TypeLabel key={group} group={group} context={context} disabled={disabled} />
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
        {image?.reference ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.6} />} Reference
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
      name="Modality"
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

const TYPE_ACTIONS: Readonly<Record<TypeGroup, ActionName>> = {
  '2D': 'selection.type-2d',
  'M-Mode': 'selection.type-m-mode',
  Doppler: 'selection.type-doppler',
};

function TypeLabel({ group, context, disabled }: { group: TypeGroup; context: PageContext; disabled: boolean }) {
  const { study, image, send } = context;
  const own = offeredTypes(study).filter(({ modalities }) => modalities.some((modality) => inGroup(modality, group)));
  if (own.length === 0) return null;
  return (
    <LabelSelect
      name={`${group} type`}
      action={TYPE_ACTIONS[group]}
      value={own.find((known) => known.type === image?.type)?.type ?? null}
      clearText={NO_LABEL}
      disabled={disabled}
      options={own.map((known) => ({ value: known.type, label: known.name_to_show, hint: known.abbreviation }))}
      onChange={(value) => {
        send({ type: 'set-type', to: own.find((known) => known.type === value) ?? null, group: own.map(({ type }) => type) });
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
          <Tool label="Undo on this image" disabled={!study.canUndo} onClick={() => stepHistory(context, 'before')}>
            <IconArrowBackUp size={18} stroke={1.6} />
          </Tool>
          <Tool label="Redo on this image" disabled={!study.canRedo} onClick={() => stepHistory(context, 'after')}>
            <IconArrowForwardUp size={18} stroke={1.6} />
          </Tool>
        </>
      )}
      <Tool label="History of versions" onClick={openHistory}>
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
    <button type="button" className={classes.tool} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}

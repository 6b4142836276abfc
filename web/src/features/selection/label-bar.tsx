import { Popover } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconChevronDown, IconHistory, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { CLEAR_LABEL, NO_LABEL } from '@echometry/contract/rules/labels.ts';
import { TYPE_GROUPS, change, chooseType, inGroup, offeredLabels, offeredTypes, offeredViews, toggleReference } from '../../study/labelling.ts';
import { modalityColour, shortModality } from '../../study/modality.ts';
import { redo, undo, type OpenStudy } from '../../study/open-study.ts';
import { LabelSelect } from '../../ui/label-select.tsx';
import classes from './label-bar.module.css';

/** Labels of the image: modality, view, a type for each kind of modality, additional labels, reference. */
export function LabelBar({ study, instanceId, image, onHistory }: { study: OpenStudy; instanceId: string | null; image: AnalysisImage | undefined; onHistory: () => void }) {
  const disabled = study.readOnly || instanceId === null;
  const types = offeredTypes(study);
  const type = types.find((known) => known.type === image?.type);
  const labels = offeredLabels(study, image);
  const set = Object.values(image?.additional_labels ?? {}).filter((label) => label !== false).length;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Labels of the image">
      {type && type.modalities.length > 1
        ? <LabelSelect
            name="Modality" value={image?.modality ?? null} clearText={NO_LABEL} disabled={disabled} options={type.modalities.map((modality) => ({ value: modality, label: modality }))}
            onChange={(value) => {
              if (instanceId === null) return;
              const modality = type.modalities.find((known) => known === value) ?? null;
              change(instanceId, { kind: 'type', type: modality === null ? null : type.type, modality });
            }}
          />
        : <span className={classes.modality} style={image?.modality ? { color: modalityColour(image.modality, study.project) } : undefined}>{image?.modality ? shortModality(image.modality) : '—'}</span>}
      <LabelSelect
        name="View" value={image?.view ?? null} clearText={NO_LABEL} disabled={disabled} alert={image !== undefined && image.type !== null && image.view === null}
        options={offeredViews(study, image).map((view) => ({ value: view, label: view }))}
        onChange={(view) => { if (instanceId !== null) change(instanceId, { kind: 'view', view }); }}
      />
      {TYPE_GROUPS.map((group) => {
        const own = types.filter(({ modalities }) => modalities.some((modality) => inGroup(modality, group)));
        if (own.length === 0) return null;
        const chosen = own.find((known) => known.type === image?.type);
        return (
          <LabelSelect
            key={group} name={`${group} type`} value={chosen?.type ?? null} clearText={NO_LABEL} disabled={disabled}
            options={own.map((known) => ({ value: known.type, label: known.name_to_show, hint: known.abbreviation }))}
            onChange={(value) => {
              if (instanceId === null) return;
              const next = own.find((known) => known.type === value) ?? null;
              // None takes away this dropdown's tag and never that of another.
              if (next || chosen) chooseType(instanceId, next, image?.modality ?? null);
            }}
          />
        );
      })}
      <span className={classes.fill} />
      <Popover position="bottom-end" width={300} trapFocus>
        <Popover.Target>
          <button type="button" className={classes.labels} disabled={instanceId === null}><span>Labels</span> {set === 0 ? 'none set' : `${set} set`}<IconChevronDown size={16} stroke={1.6} /></button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.list}>
            {labels.map(({ category, options }) => {
              const value = image?.additional_labels[category];
              return (
                <label key={category}>
                  <span>{category}</span>
                  <select
                    disabled={disabled} value={typeof value === 'string' ? value : CLEAR_LABEL}
                    onChange={(event) => { if (instanceId !== null) change(instanceId, { kind: 'additional', category, choice: event.currentTarget.value }); }}
                  >
                    <option>{CLEAR_LABEL}</option>
                    {options.map((option) => <option key={option}>{option}</option>)}
                  </select>
                </label>
              );
            })}
          </div>
        </Popover.Dropdown>
      </Popover>
      <button type="button" className={classes.reference} aria-pressed={image?.reference ?? false} disabled={disabled} onClick={() => { if (instanceId !== null) toggleReference(instanceId); }}>
        {image?.reference ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.6} />} Reference
      </button>
      <span className={classes.tools}>
        {!study.readOnly && <>
          <Tool label="Undo on this image" disabled={!study.canUndo} onClick={() => { if (instanceId !== null) undo(instanceId); }}><IconArrowBackUp size={18} stroke={1.6} /></Tool>
          <Tool label="Redo on this image" disabled={!study.canRedo} onClick={() => { if (instanceId !== null) redo(instanceId); }}><IconArrowForwardUp size={18} stroke={1.6} /></Tool>
        </>}
        <Tool label="History of versions" onClick={onHistory}><IconHistory size={18} stroke={1.6} /></Tool>
      </span>
    </div>
  );
}

function Tool({ label, disabled = false, onClick, children }: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return <button type="button" className={classes.tool} aria-label={label} title={label} disabled={disabled} onClick={onClick}>{children}</button>;
}

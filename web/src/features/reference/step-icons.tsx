import { IconAlertCircleFilled, IconCircleCheck, IconMinus } from '@tabler/icons-react';
import { IMAGE_STEPS, type Slot, type StepState } from '@echometry/contract/rules/reference-slots.ts';
import { workPlace } from '../../image-page/next-step.ts';
import classes from './card.module.css';
import type { BoardContext } from './board-context.ts';
import { messages } from './messages.ts';
import { PlaceLink } from './place-link.tsx';

/** Icon of a step: a tick, '!' for required and undone, a dash for neither. */
export function StepIcon({ state }: { state: StepState }) {
  if (state === 'done') return <IconCircleCheck size={16} stroke={1.6} className={classes.done ?? ''} aria-hidden="true" />;
  if (state === 'free') return <IconMinus size={16} stroke={1.6} className={classes.free ?? ''} aria-hidden="true" />;
  return <IconAlertCircleFilled size={16} className={classes.required ?? ''} aria-hidden="true" />;
}

/** Quality, timing and segmentation of an image; a step that this version has a page for leads there. */
export function StepIcons({ slot, context }: { slot: Extract<Slot, { kind: 'reference' }>; context: BoardContext }) {
  const { study, link } = context;
  return (
    <ul className={classes.steps}>
      {IMAGE_STEPS.map((step) => {
        const state = slot.steps[step];
        const content = (
          <>
            <StepIcon state={state} />
            {messages.card.steps[step]}
            <span className="visually-hidden">: {messages.card.states[state]}</span>
          </>
        );
        return (
          <li key={step} data-step={step} data-state={state} title={messages.card.stepState(step, state)}>
            <PlaceLink place={workPlace({ step, ...slot, instance_id: slot.key }, study)} link={link}>
              {content}
            </PlaceLink>
          </li>
        );
      })}
    </ul>
  );
}

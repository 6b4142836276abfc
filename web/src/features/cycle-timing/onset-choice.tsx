import type { AnalysisImage, OnsetType } from '@echometry/contract/generated/analysis-image.ts';
import layout from '../../ui/layout.module.css';
import classes from './cycle-timing.module.css';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';

const ONSETS: readonly OnsetType[] = ['QRS', 'R-wave', 'Flow'];

/** The landmark of onsets. */
export function OnsetChoice({ timing, image, disabled }: { timing: Timing; image: AnalysisImage; disabled: boolean }) {
  return (
    <div className={`${layout.between} ${layout.unseenInput} ${classes.onset}`}>
      <h2 id="onset-type">{messages.panel.onset}</h2>
      <div role="radiogroup" aria-labelledby="onset-type">
        {ONSETS.map((onset) => (
          <label key={onset} data-checked={image.onset_type === onset}>
            <input
              type="radio"
              name="onset-type"
              value={onset}
              checked={image.onset_type === onset}
              disabled={disabled}
              onChange={() => timing.send({ type: 'onset-type', to: onset })}
            />
            {onset}
          </label>
        ))}
      </div>
    </div>
  );
}

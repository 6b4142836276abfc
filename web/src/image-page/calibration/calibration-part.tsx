import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { useScaling } from '../../viewer/react/use-reading.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import type { PageContext, PanelPart } from '../parts.ts';
import { useTool } from '../use-tool-on-page.ts';
import { AxisChoices } from './axis-choices.tsx';
import layout from '../../ui/layout.module.css';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { messages } from './messages.ts';
import { ScaleFacts } from './scale-facts.tsx';
import { ScaleMarks } from './scale-marks.tsx';
import { ScaleSource } from './scale-source.tsx';

export const CALIBRATION = 'calibration';

/** Scale of the image and its changes by the user, on every page of images. */
export const calibrationPart = (on: CalibrationOnPage): PanelPart => ({
  id: CALIBRATION,
  label: messages.title,
  short: messages.short,
  render: (context) => <Calibration on={on} context={context} />,
});

function Calibration({ on, context }: { on: CalibrationOnPage; context: PageContext }) {
  const { player, image, study } = context;
  const { metadata: known } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const metadata = known as ImageMetadata | null;
  const scale = useScaling(metadata, image?.calibration ?? null);
  // Recreated with every change of the record.
  const calibration = useTool(context, () => on.inForceNow());
  if (!metadata || !scale) return <p className={`${layout.column} ${classes.section}`}>{messages.notLoaded}</p>;
  const modality = image?.modality ?? null;
  const may = !study.readOnly && image !== undefined;
  const isOwn = image?.calibration == null;
  return (
    <div className={`${layout.scroll} ${layout.column}`}>
      <ScaleFacts scale={scale} calibration={calibration} isChosen={!isOwn} modality={modality} />
      {!image && <p className={`${layout.column} ${classes.section}`}>{messages.labelFirst}</p>}
      {image && (
        <>
          <ScaleSource on={on} metadata={metadata} calibration={calibration} may={may} />
          {!study.readOnly && <ScaleMarks on={on} calibration={calibration} context={context} may={may} />}
          {isDopplerModality(modality) && <AxisChoices on={on} calibration={calibration} modality={modality} may={may} />}
          {!isOwn && may && (
            <section className={`${layout.column} ${classes.section}`}>
              <div className={`${layout.wrapping} ${classes.marks}`}>
                <button type="button" onClick={() => on.reset()}>
                  {messages.reset}
                </button>
              </div>
            </section>
          )}
        </>
      )}
    </div>
  );
}

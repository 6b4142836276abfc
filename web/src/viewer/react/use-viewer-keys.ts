import { useHeldKeys, useKeys, type Bindings } from '../../lib/keys.ts';
import { SPEEDS, type Player } from '../clip/player.ts';
import { BRIGHTNESS_STEP, CONTRAST_STEP, type ToneSetting } from '../picture/tone.ts';
import { toggleAxes } from '../axes-setting.ts';
import type { Stage } from '../stage.ts';

const PAN_PX = 40;
const ZOOM_STEP = 1.25;
const TEN = 10;

function clipKeys(player: Player): Bindings {
  const changeSpeed = (by: number) => {
    const at = SPEEDS.findIndex((speed) => speed === player.state.speed);
    const next = SPEEDS[Math.min(Math.max(at + by, 0), SPEEDS.length - 1)];
    if (next !== undefined) player.setSpeed(next);
  };
  return {
    'viewer.play': () => player.toggle(),
    'viewer.next-frame': () => player.step(1),
    'viewer.previous-frame': () => player.step(-1),
    'viewer.ten-on': () => player.step(TEN),
    'viewer.ten-back': () => player.step(-TEN),
    'viewer.first-frame': () => player.seek(0),
    'viewer.last-frame': () => player.seek(player.state.frames - 1),
    'viewer.loop': () => player.setLoop(!player.state.loop),
    'viewer.slower': () => changeSpeed(-1),
    'viewer.faster': () => changeSpeed(1),
  };
}

function viewKeys({ view }: Stage): Bindings {
  return {
    'viewer.zoom-in': () => view.zoomBy(ZOOM_STEP),
    'viewer.zoom-out': () => view.zoomBy(1 / ZOOM_STEP),
    'viewer.fit': () => view.fit(),
    'viewer.one-to-one': () => view.zoomTo(1),
    'viewer.up': () => view.panBy(0, PAN_PX),
    'viewer.down': () => view.panBy(0, -PAN_PX),
    'viewer.left': () => view.panBy(PAN_PX, 0),
    'viewer.right': () => view.panBy(-PAN_PX, 0),
    'viewer.axes': toggleAxes,
  };
}

function toneKeys(tone: ToneSetting, setTone: (tone: ToneSetting) => void): Bindings {
  const { brightness, contrast } = tone;
  return {
    'viewer.brighter': () => setTone({ brightness: brightness + BRIGHTNESS_STEP, contrast }),
    'viewer.darker': () => setTone({ brightness: brightness - BRIGHTNESS_STEP, contrast }),
    'viewer.more-contrast': () => setTone({ brightness, contrast: contrast * CONTRAST_STEP }),
    'viewer.less-contrast': () => setTone({ brightness, contrast: contrast / CONTRAST_STEP }),
  };
}

/** Keys of the viewer. A still image has nothing to play: those keys are free there, and not shown. */
export function useViewerKeys({
  stage,
  player,
  isClip,
  tone,
  setTone,
  more,
}: {
  stage: Stage;
  player: Player;
  isClip: boolean;
  tone: ToneSetting;
  setTone: (tone: ToneSetting) => void;
  more: Bindings;
}): void {
  useKeys({ ...(isClip ? clipKeys(player) : {}), ...viewKeys(stage), ...toneKeys(tone, setTone), ...more }, 'viewer');
  useHeldKeys(
    {
      'viewer.hide': (held) => {
        stage.hidden = held;
      },
      'viewer.magnify': (held) => {
        stage.magnified = held;
      },
    },
    'viewer',
  );
}

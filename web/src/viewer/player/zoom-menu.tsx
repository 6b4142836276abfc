import { Menu } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { memo, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { keysOf } from '../../lib/actions.ts';
import { settings } from '../../lib/settings.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { axesSetting, toggleAxes } from '../axes-setting.ts';
import { messages } from '../messages.ts';
import type { Stage } from '../stage.ts';
import classes from './player.module.css';

/** Offered in CSS pixels an image pixel. */
const ZOOMS = [0.5, 1, 2, 4, 8] as const;

/** How large the picture is, and the sizes it is looked at in. */
export const ZoomMenu = memo(function ZoomMenu({ stage }: { stage: Stage }) {
  const scale = useSyncExternalStore(stage.subscribe, () => stage.view.view?.scale ?? 1);
  const { shown: axes } = useSnapshot(axesSetting);
  const { own } = useSnapshot(settings);
  const [axesKey] = keysOf('viewer.axes', own.keys);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <button type="button" className={classes.speed}>
          <IconZoomIn size={18} stroke={1.6} />
          <span className="visually-hidden">{messages.player.zoom} </span>
          <span className={classes.zoom}>{Math.round(scale * 100)} %</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => stage.view.fit()}>{messages.player.fit}</Menu.Item>
        {ZOOMS.map((zoom) => (
          <Menu.Item key={zoom} data-current={zoom === scale} onClick={() => stage.view.zoomTo(zoom)}>
            {zoom * 100} %
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          data-current={axes}
          rightSection={axesKey === undefined ? null : <Keys text={axesKey} />}
          onClick={() => {
            toggleAxes();
          }}
        >
          {axes ? messages.player.hideAxes : messages.player.showAxes}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
});

import { Menu } from '@mantine/core';
import { IconLogout, IconSwitchHorizontal } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { initials } from '../lib/format.ts';
import { flushAll } from '../study/open-study.ts';
import { VERSION_LABEL } from '@echometry/contract/rules/session.ts';
import { clearBrowser, dropSession, endSession, session } from '../lib/session.ts';
import classes from './header.module.css';

/** Name, role and what a person can do about their session; opens on hover, click and keyboard. */
export function UserMenu() {
  const { login } = useSnapshot(session);
  const [, navigate] = useLocation();
  if (!login) return null;
  const role = login.user_roles.find((known) => known.role === login.role);

  const logout = async () => {
    if (!(await flushAll()) && !window.confirm('Some changes could not be sent to the server. Logging out removes them from this browser. Log out all the same?')) return;
    await endSession();
    await clearBrowser();
    dropSession();
    navigate('/login', { replace: true });
  };

  return (
    <Menu trigger="click-hover" position="bottom-end" width={240} openDelay={80}>
      <Menu.Target>
        <button type="button" className={classes.avatar} aria-label={`User menu of ${login.email}`}>{initials(login)}</button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{`${login.name} ${login.family_names}`.trim() || login.email}</strong>
          {role && <div>{role.name_to_show}</div>}
          <div>{login.email}</div>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconSwitchHorizontal size={18} stroke={1.6} />} onClick={() => { navigate('/user-page?stay=true'); }}>Change user role</Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logout()}>Logout</Menu.Item>
        <Menu.Divider />
        <div className={classes.who}>Version {VERSION_LABEL}</div>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu, Modal } from '@mantine/core';
import { IconAdjustments, IconBook, IconFileText, IconKey, IconLogout, IconSwitchHorizontal } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { PASSWORD_PATH } from '@echometry/contract/rules/sign-in.ts';
import { TermsDocuments } from '../features/terms/terms-documents.tsx';
import { initials } from '@echometry/contract/rules/initials.ts';
import { MANUAL_PATH } from '../lib/navigation.ts';
import { openSettings, settingsDialog } from '../lib/settings.ts';
import { clearBrowser, dropSession, endSession, session } from '../lib/session.ts';
import { closeStudy, flushAll, forgetKept } from '../study/store/current-study.ts';
import { demoState } from './demo.ts';
import classes from './app.module.css';
import { messages } from './messages.ts';

const icon = { size: 18, stroke: 1.6 } as const;

/** Name, role, e-mail and what a person can do about their session; opens on hover, click and keyboard. */
export const UserMenu = memo(function UserMenu() {
  const { login } = useSnapshot(session);
  const { page: settings } = useSnapshot(settingsDialog);
  const [opened, setOpened] = useState(false);
  const [terms, setTerms] = useState(false);
  // The pointer came over the menu before it chose a dialog, and that entering is noticed late, after the choice:
  // the menu is hidden while a dialog covers it, and closed when the dialog goes.
  const covered = terms || settings !== null;
  useEffect(() => {
    if (!covered) setOpened(false);
  }, [covered]);
  if (!login) return null;
  return (
    <>
      <Menu opened={opened && !covered} onChange={setOpened} trigger="click-hover" position="bottom-end" width={240} openDelay={80}>
        <Menu.Target>
          <button
            type="button"
            className={classes.avatar}
            data-opens-settings
            // The menu handles the key only once it has the focus.
            onKeyDown={({ key }) => {
              if (key === 'Escape') setOpened(false);
            }}
          >
            <span className="visually-hidden">{messages.userMenu.label(login.email)}</span>
            <span aria-hidden="true">{initials(login)}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Who />
          <Menu.Divider />
          <Items onTerms={() => setTerms(true)} onDialog={() => setOpened(false)} />
        </Menu.Dropdown>
      </Menu>
      <Modal opened={terms} onClose={() => setTerms(false)} title={messages.userMenu.terms} size="lg">
        <TermsDocuments />
      </Modal>
    </>
  );
});

/** Who is signed in, and as what. */
function Who() {
  const { login } = useSnapshot(session);
  if (!login) return null;
  const role = login.user_roles.find((known) => known.role === login.role);
  return (
    <div className={classes.who}>
      <b>{`${login.name} ${login.family_names}`.trim() || login.email}</b>
      {role && <div>{role.name_to_show}</div>}
      <div>{login.email}</div>
    </div>
  );
}

/** @param onDialog called before a dialog opens */
function Items({ onTerms, onDialog }: { onTerms: () => void; onDialog: () => void }) {
  const { demo } = useSnapshot(demoState);
  const [, navigate] = useLocation();
  const logout = useLogout();
  return (
    <>
      <Menu.Item leftSection={<IconSwitchHorizontal {...icon} />} onClick={() => navigate('/user-page?stay=true')}>
        {messages.userMenu.changeRole}
      </Menu.Item>
      <Menu.Item leftSection={<IconBook {...icon} />} component="a" href={MANUAL_PATH} target="_blank" rel="noopener">
        {messages.userMenu.manual}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileText {...icon} />}
        onClick={() => {
          onDialog();
          onTerms();
        }}
      >
        {messages.userMenu.readTerms}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconAdjustments {...icon} />}
        onClick={() => {
          onDialog();
          openSettings();
        }}
      >
        {messages.userMenu.settings}
      </Menu.Item>
      {!demo && (
        <Menu.Item leftSection={<IconKey {...icon} />} component="a" href={PASSWORD_PATH} target="_blank" rel="noopener">
          {messages.userMenu.changePassword}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void logout()}>
        {messages.userMenu.logout}
      </Menu.Item>
    </>
  );
}

/** Sends what is kept, asks where that fails, and removes the person from this browser. */
function useLogout(): () => Promise<void> {
  const [, navigate] = useLocation();
  return async () => {
    const { login } = session;
    if (!login || (!(await flushAll()) && !window.confirm(messages.userMenu.unsent))) return;
    await closeStudy();
    // Before the session ends, because the page is left with it.
    const others = await forgetKept(login.email);
    await endSession();
    await clearBrowser(others);
    dropSession();
    navigate('/login', { replace: true });
  };
}

import { Button } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { MANUAL_PATH } from '../../lib/navigation.ts';
import { session } from '../../lib/session.ts';
import { RoleIcon } from '../../ui/role-icon.tsx';
import classes from './page.module.css';
import { ROLE_STARTS } from './starts.ts';

/** Landing page of a role whose work comes in a later version: says so, and what there is to do until then. */
export function RoleStartPage({ page }: { page: keyof typeof ROLE_STARTS }) {
  const { login } = useSnapshot(session);
  const [, navigate] = useLocation();
  const { title, text, list } = ROLE_STARTS[page];
  const role = login?.role;
  return (
    <section className={classes.page}>
      {role && (
        <p className={classes.role} style={{ color: ROLE_CONFIGS[role].color }}>
          <RoleIcon role={role} /> {ROLE_CONFIGS[role].name_to_show}
        </p>
      )}
      <h1>{title}</h1>
      {text.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={classes.actions}>
        {list && (
          <Button
            onClick={() => {
              navigate('/studies');
            }}
          >
            Open the studies list
          </Button>
        )}
        <Button
          variant={list ? 'default' : 'filled'}
          onClick={() => {
            navigate('/user-page?stay=true');
          }}
        >
          Back to user page
        </Button>
        <Button variant="default" component="a" href={MANUAL_PATH} target="_blank" rel="noopener">
          Open user manual
        </Button>
      </div>
    </section>
  );
}

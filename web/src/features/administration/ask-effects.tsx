import { Button } from '@mantine/core';
import type { PersonChange } from '@echometry/contract/records/people.ts';
import { effectText } from '@echometry/contract/rules/person-effects.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import type { People } from './use-people.ts';

/** The intended change, as a question and as the button that carries it out. */
function wordsOf(change: PersonChange): { title: string; button: string } {
  const { email } = change;
  switch (change.act) {
    case 'disable':
      return { title: `Disable ${email}?`, button: 'Disable' };
    case 'revoke-sessions':
      return { title: `Sign ${email} out everywhere?`, button: 'End all sign-ins' };
    case 'reset-totp':
      return { title: `Let ${email} pair a new authenticator?`, button: 'Reset authenticator' };
    case 'revoke':
      return { title: `Remove the role ${ROLE_CONFIGS[change.role].name_to_show} from ${email}?`, button: 'Remove the role' };
    case 'grant':
      return { title: `Change whose work ${email} reviews?`, button: 'Change' };
    case 'remove-member':
      return { title: `Remove ${email} from ${change.project}?`, button: 'Remove' };
    case 'test-user':
      return {
        title: change.marked ? `Make ${email} a test user?` : `Remove test-user status from ${email}?`,
        button: change.marked ? 'Make a test user' : 'Count their work',
      };
    default:
      return { title: `Change ${email}?`, button: 'Change' };
  }
}

/** Changes that nothing brings back: the person signs in, or pairs an authenticator, again. */
const FINAL: readonly PersonChange['act'][] = ['revoke-sessions', 'reset-totp'];

export const consequence = ({ act }: PersonChange): string =>
  FINAL.includes(act)
    ? 'Nothing that is stored is deleted. This cannot be undone.'
    : 'Nothing that is stored is deleted, and you can undo the change.';

/** Lists work that a change ends or hides before it is carried out. Escape and Cancel leave everything as it is. */
export function AskEffects({ people: { asked, busy, change, leaveAsked } }: { people: People }) {
  const words = asked && wordsOf(asked.change);
  return (
    <Dialog opened={asked !== null} onClose={leaveAsked} title={words?.title ?? ''} size="md">
      <ul className={classes.effects}>
        {asked?.effects.map((effect) => (
          <li key={effect.what}>{effectText(effect)}</li>
        ))}
      </ul>
      {asked && <p>{consequence(asked.change)}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={leaveAsked} data-autofocus>
          Cancel
        </Button>
        <Button
          variant="default"
          className={classes.danger ?? ''}
          loading={busy}
          onClick={() => {
            if (asked) void change(asked.change, { accepted: asked.effects });
          }}
        >
          {words?.button}
        </Button>
      </div>
    </Dialog>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PersonalToken } from '@echometry/contract/records/personal-token.ts';
import { alertUser } from '../../lib/alerts.ts';
import { session } from '../../lib/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { NewTokenForm } from '../../ui/new-token-form.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './settings.module.css';
import { useTokens } from './use-tokens.ts';
import { messages } from './messages.ts';

/** Personal access tokens: what each allows and when it was last used; new ones are made and old ones revoked. */
export function TokenSettings() {
  const tokens = useTokens();
  const { user, login } = useSnapshot(session);
  /** Null before a token was first asked for: the focus then stays on the tab. */
  const [isMaking, setMaking] = useState<boolean | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.page}>
      <p>{messages.tokens.hint}</p>
      {tokens.failure !== null && <Failure className={classes.fault} text={tokens.failure} onRetry={tokens.reload} />}
      {tokens.secret !== null && <Secret key={tokens.secret.token} {...tokens.secret} />}
      {isMaking ? (
        <NewTokenForm
          roles={user?.user_role.map(({ role }) => role) ?? []}
          role={login?.role ?? null}
          projects={user?.projects ?? []}
          busy={tokens.busy}
          onCancel={() => setMaking(false)}
          onMake={async (token) => {
            if (await tokens.make(token)) setMaking(false);
          }}
        />
      ) : (
        <Button
          ref={add}
          variant="default"
          autoFocus={isMaking === false && tokens.secret === null}
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() => setMaking(true)}
        >
          {messages.tokens.add}
        </Button>
      )}
      <h3>{messages.tokens.list}</h3>
      {tokens.list === null && tokens.failure === null && (
        <Skeleton height={14} my={11} role="status" aria-label={messages.tokens.loading} />
      )}
      {tokens.list?.length === 0 && <p>{messages.tokens.none}</p>}
      {tokens.list !== null && tokens.list.length > 0 && (
        <ul className={kit.bare}>
          {tokens.list.map((token) => (
            <Row
              key={token.id}
              token={token}
              busy={tokens.busy}
              onRevoke={async () => {
                await tokens.revoke(token.id);
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The secret, which is shown until the settings are closed. */
function Secret({ token, name }: { token: string; name: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard
      .writeText(token)
      .then(() => setCopied(true))
      .catch(() => alertUser(messages.tokens.notCopied, 'hard'));
  };
  return (
    <div className={classes.secret} role="status">
      <p>{messages.tokens.shownOnce(name)}</p>
      <div className={`${layout.row} ${classes.copy}`}>
        <code data-testid="new-token">{token}</code>
        <Button
          variant="default"
          autoFocus
          leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
          onClick={copy}
        >
          {copied ? messages.tokens.copied : messages.tokens.copy}
        </Button>
      </div>
    </div>
  );
}

function Row({ token, busy, onRevoke }: { token: PersonalToken; busy: boolean; onRevoke: () => Promise<void> }) {
  const [asks, setAsks] = useState<boolean | null>(null);
  const now = Date.now();
  return (
    <li className={`${layout.between} ${classes.tokenRow}`} data-testid="token">
      <div>
        <b>{token.name}</b>
        <span>{messages.tokens.allows(token)}</span>
        <span>
          <span className={token.expires_at <= now ? classes.ended : undefined}>{messages.tokens.expires(token.expires_at, now)}</span>
          {`, ${messages.tokens.used(token.last_used_at, now)}`}
        </span>
      </div>
      {asks ? (
        <div className={kit.answers}>
          <Button
            size="compact-sm"
            variant="default"
            className={`${layout.dangerous} ${classes.danger}`}
            autoFocus
            disabled={busy}
            aria-label={messages.tokens.reallyRevoke(token.name)}
            onClick={() => void onRevoke()}
          >
            {messages.tokens.revokeNow}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
            {messages.tokens.keep}
          </Button>
        </div>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          autoFocus={asks === false}
          aria-label={messages.tokens.revokeNamed(token.name)}
          onClick={() => setAsks(true)}
        >
          {messages.tokens.revoke}
        </Button>
      )}
    </li>
  );
}

import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summarizeScopes } from '../administration-parts/scopes.ts';
import { type ApiKey, keysQuery, updateKey } from '../api/keys.ts';
import { sentence } from '../look/sentence.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { Problem } from '../look/states/problem.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';

/** Administrators see which keys a user has and can disable them. Only the user ever saw the keys themselves. */
export function UserKeys({ userId }: { userId: string }) {
  const { data: keys, error, refetch } = useQuery(keysQuery(userId));
  if (error && !keys) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!keys) return null;
  if (keys.length === 0) return <p className={classes.text}>{texts.noKeys}</p>;
  return (
    <ul className="mb-8">
      {keys.map(key => (
        <KeyItem key={key.id} apiKey={key} />
      ))}
    </ul>
  );
}

function KeyItem({ apiKey: { id, user_id, name, scopes, enabled, last_used_at } }: { apiKey: ApiKey }) {
  const { isBusy, problem, perform } = useAction({ changes: [keysQuery(user_id).queryKey] });
  return (
    <li className={classes.item} data-off={!enabled || undefined}>
      <div className={classes.grow}>
        {name} {!enabled && <span className="tag">{words.disabledInText}</span>}
        <div className="tiny dim break-anywhere">
          {`${summarizeScopes(scopes)}, `}
          {last_used_at === null ? words.neverUsed : sentence(words.usedAt, <Time at={last_used_at} />)}
        </div>
        <Problem>{problem}</Problem>
      </div>
      <Switch
        aria-label={enabled ? texts.disableKey(name) : texts.enableKey(name)}
        checked={enabled}
        disabled={isBusy}
        onChange={() => perform(() => updateKey(id, { enabled: !enabled }))}
      />
    </li>
  );
}

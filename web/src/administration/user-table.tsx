import { Link } from '@tanstack/react-router';
import { Credits, StorageBar } from '../administration-parts/limit-bars.tsx';
import type { ListedUser } from '../api/administration.ts';
import { useSession } from '../api/session.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time, useNow } from '../look/time.tsx';
import { limits, users as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import type { UsersSearch } from './search.ts';
import { markUser, type UserMark } from './user-state.ts';

interface UserTableProps {
  users: readonly ListedUser[];
  chosen: string | undefined;
  search: UsersSearch;
}

export function UserTable({ users, chosen, search }: UserTableProps) {
  return (
    <table className={`${table.table} ${classes.table}`} aria-label={words.users}>
      <thead>
        <tr>
          <ColumnHead>{texts.columns.user}</ColumnHead>
          <ColumnHead>{words.state}</ColumnHead>
          <ColumnHead>{words.lastSeen}</ColumnHead>
          <ColumnHead>{words.storage}</ColumnHead>
          <ColumnHead className={classes.credits}>{words.credits}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {users.map(listed => (
          <UserRow key={listed.user.id} listed={listed} isChosen={listed.user.id === chosen} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ listed, isChosen, search }: { listed: ListedUser; isChosen: boolean; search: UsersSearch }) {
  const { user: own } = useSession();
  const { id, name, email, admin, enabled, storage_quota, credits } = listed.user;
  return (
    <tr data-chosen={isChosen || undefined} data-off={!enabled || undefined}>
      <td>
        <span className="block min-w-0 break-anywhere">
          <Link
            to="/administration/users"
            search={{ ...search, user: id }}
            replace
            className={link.link}
            aria-current={isChosen || undefined}
          >
            <bdi>{name}</bdi>
          </Link>
          {admin && <span className="tag">{words.administrator}</span>}
          {id === own.id && <span className="tag">{words.youInText}</span>}
        </span>
        <span className="tiny dim break-anywhere">{email}</span>
      </td>
      <td>
        <UserStateMark listed={listed} />
      </td>
      <td data-label={words.lastSeen}>
        {listed.last_seen_at === null ? words.never : <Time at={listed.last_seen_at} />}
      </td>
      <td>
        <StorageBar label={limits.storageOf(name)} used={listed.storage_used} quota={storage_quota} />
      </td>
      <td className={classes.credits}>
        <Credits credits={credits} />
      </td>
    </tr>
  );
}

const ICONS: Readonly<Record<UserMark, IconName>> = {
  active: 'circle-check',
  invited: 'mail',
  expired: 'clock',
  disabled: 'ban',
};

export function UserStateMark({ listed }: { listed: ListedUser }) {
  const mark = markUser(listed, useNow());
  return (
    <span className={classes.state} data-state={mark}>
      <Icon name={ICONS[mark]} size={14} />
      {texts[mark]}
    </span>
  );
}

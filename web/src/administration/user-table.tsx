import { Link } from '@tanstack/react-router';
import type { ListedUser } from '../api/administration.ts';
import { useSession } from '../api/session.ts';
import { ColumnHead } from '../look/column-head.tsx';
import { Icon, type IconName } from '../look/icons.tsx';
import link from '../look/row-link.module.css';
import table from '../look/table.module.css';
import { Time, useNow } from '../look/time.tsx';
import { users as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { Credits, StorageBar } from './limit-bars.tsx';
import type { UsersSearch } from './search.ts';
import { markUser, type UserMark } from './user-state.ts';

interface UserTableProps {
  users: readonly ListedUser[];
  chosen: string | undefined;
  search: UsersSearch;
}

export function UserTable({ users, chosen, search }: UserTableProps) {
  return (
    <table className={`${table.table} ${classes.table}`} aria-label={texts.label}>
      <thead>
        <tr>
          <ColumnHead>{texts.columns.user}</ColumnHead>
          <ColumnHead>{texts.columns.state}</ColumnHead>
          <ColumnHead>{texts.columns.seen}</ColumnHead>
          <ColumnHead>{texts.columns.storage}</ColumnHead>
          <ColumnHead className={classes.credits}>{texts.columns.credits}</ColumnHead>
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
        <span className={classes.who}>
          <Link
            to="/administration/users"
            search={{ ...search, user: id }}
            replace
            className={link.link}
            aria-current={isChosen || undefined}
          >
            <bdi>{name}</bdi>
          </Link>
          {admin && <span className="tag">{texts.administrator}</span>}
          {id === own.id && <span className="tag">{texts.you}</span>}
        </span>
        <span className={classes.detail}>{email}</span>
      </td>
      <td>
        <UserStateMark listed={listed} />
      </td>
      <td data-label={texts.columns.seen}>
        {listed.last_seen_at === null ? texts.never : <Time at={listed.last_seen_at} />}
      </td>
      <td>
        <StorageBar name={name} used={listed.storage_used} quota={storage_quota} />
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

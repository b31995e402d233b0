/** What administrators see and change of one user. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ListedUser, USERS, updateUser, userQuery } from '../api/administration.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import { Time } from '../look/time.tsx';
import { organizations as organizationTexts, userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { formatMoment } from './days.ts';
import { LimitFields } from './limit-fields.tsx';
import { PanelHead, PanelSection } from './split.tsx';
import { UserAccess } from './user-access.tsx';
import { AccountForm } from './user-account-form.tsx';
import { UserDeletion } from './user-deletion.tsx';
import { UserKeys } from './user-keys.tsx';
import { UserStateMark } from './user-table.tsx';

interface UserPanelProps {
  userId: string;
  onClose(): void;
}

export function UserPanel({ userId, onClose }: UserPanelProps) {
  const own = useSession().user.id;
  const { data, error, refetch } = useQuery(userQuery(userId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListPlaceholder />;
  const { listed, sendsMail } = data;
  if (!listed) return <PanelHead title={texts.notFound} close={words.close} onClose={onClose} />;
  const { user } = listed;

  // Somebody who changes themselves may not be an administrator any more.
  const changed = userId === own ? [USERS, sessionQuery.queryKey] : [USERS];
  const change = (changes: Omit<Parameters<typeof updateUser>[0], 'id'>) => updateUser({ id: userId, ...changes });

  return (
    <>
      <PanelHead title={user.name} close={words.close} onClose={onClose}>
        <UserStateMark listed={listed} />
      </PanelHead>
      <PanelSection title={words.account}>
        <AccountForm user={user} changed={changed} onSave={change} />
        <Facts listed={listed} />
      </PanelSection>
      <PanelSection title={words.access}>
        <UserAccess listed={listed} sendsMail={sendsMail} changed={changed} onChange={change} />
      </PanelSection>
      <PanelSection title={words.creditsAndStorage}>
        <LimitFields
          name={user.name}
          credits={user.credits}
          quota={user.storage_quota}
          used={listed.storage_used}
          changed={changed}
          onSave={change}
        />
      </PanelSection>
      <PanelSection title={texts.memberships}>
        <Memberships listed={listed} />
      </PanelSection>
      <PanelSection title={words.apiKeys}>
        <UserKeys userId={userId} />
      </PanelSection>
      <PanelSection title={words.deleteAction}>
        <UserDeletion user={user} changed={changed} onDeleted={onClose} />
      </PanelSection>
    </>
  );
}

function Memberships({ listed: { groups, organizations } }: { listed: ListedUser }) {
  if (groups.length + organizations.length === 0) return <p className={classes.text}>{texts.noMemberships}</p>;
  return (
    <ul className="mb-8">
      {groups.map(({ id, name }) => (
        <li key={id} className={classes.item}>
          <Link to="/administration/groups" search={{ chosen: id }} className={classes.grow}>
            {name}
          </Link>
        </li>
      ))}
      {organizations.map(({ id, name, role }) => (
        <li key={id} className={classes.item}>
          <Link to="/administration/organizations" search={{ chosen: id }} className={classes.grow}>
            {name}
          </Link>
          <span className="tiny dim break-anywhere">{organizationTexts.roles[role]}</span>
        </li>
      ))}
    </ul>
  );
}

function Facts({ listed: { user, created, last_seen_at } }: { listed: ListedUser }) {
  return (
    <>
      <dl className={classes.facts}>
        <dt>{words.created}</dt>
        <dd>{formatMoment(created)}</dd>
        <dt>{words.lastSeen}</dt>
        <dd>{last_seen_at === null ? words.never : <Time at={last_seen_at} />}</dd>
      </dl>
      <p className={classes.text}>
        <Link to="/administration/audit" search={{ subject: user.id }}>
          {texts.inAuditLog}
        </Link>
      </p>
    </>
  );
}

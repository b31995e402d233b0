import { Link } from '@tanstack/react-router';
import type { Credential, KindDescription } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { credentials as texts } from '../texts/credentials.ts';

interface CredentialTableProps {
  credentials: readonly Credential[];
  kinds: readonly KindDescription[];
}

export function CredentialTable({ credentials, kinds }: CredentialTableProps) {
  const ownerOf = useOwnerNames(credentials.map(({ owner }) => owner));
  return (
    <table className={table.table} aria-label={words.credentials}>
      <thead>
        <tr>
          <ColumnHead>{words.name}</ColumnHead>
          <ColumnHead className={classes.kind}>{words.kind}</ColumnHead>
          <ColumnHead className={classes.wide}>{texts.hosts}</ColumnHead>
          <ColumnHead className={classes.state}>{words.state}</ColumnHead>
          <ColumnHead className={classes.owner}>{words.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{words.lastUse}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {credentials.map(credential => (
          <tr key={credential.id}>
            <th scope="row">
              <Link
                to="/credentials/$credentialId"
                params={{ credentialId: credential.id }}
                className={`${link.link} ${table.name}`}
              >
                <bdi>{credential.name}</bdi>
              </Link>
              {credential.description !== '' && (
                <bdi className={`${table.description} ${classes.description}`}>{credential.description}</bdi>
              )}
            </th>
            <td className={classes.kind}>
              <span className="row gap-6 min-w-0">
                <KindIcon kind={credential.kind} />
                <span className="truncate">
                  {kinds.find(({ kind }) => kind === credential.kind)?.title ?? credential.kind}
                </span>
              </span>
            </td>
            <td className={classes.wide}>
              <Hosts hosts={credential.hosts} />
            </td>
            <td className={classes.state}>
              <CredentialMark credential={credential} />
            </td>
            <td className={classes.owner}>
              <bdi>{ownerOf(credential.owner)}</bdi>
            </td>
            <td className={classes.time}>
              {credential.last_used_at === null ? (
                <span className="dim">{words.never}</span>
              ) : (
                <Time at={credential.last_used_at} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Hosts({ hosts: [first = '', ...others] }: { hosts: readonly string[] }) {
  return (
    <span className="row gap-6 min-w-0" title={[first, ...others].join('\n')}>
      <span className="mono truncate min-w-0">{first}</span>
      {others.length > 0 && <span className="dim">{texts.moreHosts(others.length)}</span>}
    </span>
  );
}

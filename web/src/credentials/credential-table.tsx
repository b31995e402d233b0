import { Link } from '@tanstack/react-router';
import type { Credential, KindDescription } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { ColumnHead } from '../look/column-head.tsx';
import link from '../look/row-link.module.css';
import table from '../look/table.module.css';
import { Time } from '../look/time.tsx';
import { credentials as texts } from '../texts/credentials.ts';

interface CredentialTableProps {
  credentials: readonly Credential[];
  kinds: readonly KindDescription[];
}

export function CredentialTable({ credentials, kinds }: CredentialTableProps) {
  const ownerOf = useOwnerNames(credentials.map(({ owner }) => owner));
  return (
    <table className={table.table} aria-label={texts.table}>
      <thead>
        <tr>
          <ColumnHead>{texts.name}</ColumnHead>
          <ColumnHead className={classes.kind}>{texts.kind}</ColumnHead>
          <ColumnHead className={classes.wide}>{texts.hosts}</ColumnHead>
          <ColumnHead className={classes.state}>{texts.state}</ColumnHead>
          <ColumnHead className={classes.owner}>{texts.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{texts.lastUse}</ColumnHead>
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
              <span className={classes.withIcon}>
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
                <span className="dim">{texts.never}</span>
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
    <span className={classes.withIcon} title={[first, ...others].join('\n')}>
      <span className={`mono truncate ${classes.shrink}`}>{first}</span>
      {others.length > 0 && <span className="dim">{texts.moreHosts(others.length)}</span>}
    </span>
  );
}

import { Link } from '@tanstack/react-router';
import type { Credential, KindDescription } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { Time } from '../look/time.tsx';
import { credentials as texts } from '../texts/credentials.ts';

interface CredentialTableProps {
  credentials: readonly Credential[];
  kinds: readonly KindDescription[];
}

export function CredentialTable({ credentials, kinds }: CredentialTableProps) {
  const ownerOf = useOwnerNames(credentials.map(({ owner }) => owner));
  return (
    <table className={classes.table} aria-label={texts.table}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" className={classes.kind}>
            {texts.kind}
          </th>
          <th scope="col" className={classes.wide}>
            {texts.hosts}
          </th>
          <th scope="col" className={classes.state}>
            {texts.state}
          </th>
          <th scope="col" className={classes.owner}>
            {texts.owner}
          </th>
          <th scope="col" className={classes.time}>
            {texts.lastUse}
          </th>
        </tr>
      </thead>
      <tbody>
        {credentials.map(credential => (
          <tr key={credential.id} className={classes.row}>
            <th scope="row" className={classes.name}>
              <Link to="/credentials/$credentialId" params={{ credentialId: credential.id }}>
                {credential.name}
              </Link>
              {credential.description !== '' && <span className={classes.description}>{credential.description}</span>}
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
            <td className={classes.owner}>{ownerOf(credential.owner)}</td>
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

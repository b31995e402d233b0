/** The secrets of a credential, as far as anything may be told about them. */
import type { CredentialField, SecretField } from '../api/credentials.ts';
import { Icon } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import { credentialPage as texts } from '../texts/credentials.ts';
import classes from './credential-page.module.css';

interface StoredSecretsProps {
  secrets: readonly CredentialField[];
  stored: Readonly<Record<string, unknown>>;
}

export function StoredSecrets({ secrets, stored }: StoredSecretsProps) {
  if (secrets.length === 0) return null;
  return (
    <ul className={classes.secrets}>
      {secrets.map(({ name, title }) => {
        const told = stored[name];
        return (
          <li key={name}>
            <Icon name="lock" size={14} />
            <span>{title}</span>
            <span className="dim">{isTold(told) ? describe(told) : words.notSet}</span>
          </li>
        );
      })}
    </ul>
  );
}

function isTold(value: unknown): value is SecretField {
  return typeof value === 'object' && value !== null && 'set' in value && value.set === true;
}

function describe({ hint, source }: SecretField): string {
  const where = texts.sources[source];
  return hint ? `${texts.hint(hint)}, ${where}` : where;
}

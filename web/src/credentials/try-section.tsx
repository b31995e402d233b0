/** Sends a request with the credential, to see whether the other service accepts it. */

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CREDENTIALS, type Credential, type CredentialTestResult, testCredential } from '../api/credentials.ts';
import { Icon } from '../look/icons.tsx';
import { FormSection } from '../look/page/section.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { credentialPage as texts } from '../texts/credentials.ts';
import classes from './credential-page.module.css';

export function TrySection({ credential: { id, hosts } }: { credential: Credential }) {
  const [url, setUrl] = useState(() => firstUrl(hosts));
  const [result, setResult] = useState<CredentialTestResult>();
  const { isBusy, problem, perform } = useAction({ changes: [CREDENTIALS] });

  async function send(event: FormEvent) {
    event.preventDefault();
    setResult(undefined);
    await perform(async () => setResult(await testCredential(id, url.trim() === '' ? undefined : url.trim())));
  }

  return (
    <FormSection title={texts.tryTitle} text={texts.tryText}>
      <form className={classes.try} onSubmit={event => void send(event)}>
        <TextInput
          label={words.url}
          value={url}
          error={problem !== undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={event => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" leftSection={<Icon name="send" />} loading={isBusy}>
          {texts.test}
        </Button>
      </form>
      {problem !== undefined && (
        <p className={classes.result} data-ok="false" role="alert">
          <Icon name="circle-alert" size={16} />
          <span>{problem}</span>
        </p>
      )}
      {result && (
        <p className={classes.result} data-ok={result.ok} role="status">
          <Icon name={result.ok ? 'circle-check' : 'circle-x'} size={16} />
          <span>
            <strong>{result.ok ? texts.works : texts.fails}</strong> {result.message}
          </span>
        </p>
      )}
    </FormSection>
  );
}

/** A host with a star is no address, so the user has to say which name below it. */
function firstUrl(hosts: readonly string[]): string {
  const host = hosts.find(each => !each.includes('*'));
  if (host === undefined) return '';
  return host.startsWith('http://') ? `${host}/` : `https://${host}/`;
}

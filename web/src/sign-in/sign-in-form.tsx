import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { providerUrl, type Session, signIn, signInOptionsQuery } from '../api/session.ts';
import { Icon } from '../look/icons.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import * as texts from '../texts/sign-in.ts';
import { Notice } from './entrance.tsx';
import classes from './sign-in.module.css';

interface SignInFormProps {
  /** Who was signed in before, when that is known. */
  knownEmail?: string;
  /** Where the identity provider sends people afterwards. */
  returnPath: string;
  /** Whether the identity provider opens beside this page, which has something to lose. */
  providerInNewTab?: boolean;
  onSignedIn(session: Session): void;
}

export function SignInForm({ knownEmail = '', returnPath, providerInNewTab, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const { isBusy, problem, perform } = useAction();
  const { data: options } = useQuery(signInOptionsQuery);

  function submit(event: FormEvent) {
    event.preventDefault();
    void perform(async () => onSignedIn(await signIn(email, password)));
  }

  return (
    <>
      <form className={classes.fields} onSubmit={submit}>
        {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
        <TextInput
          label={texts.eMailAddress}
          type="email"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus={knownEmail === '' || undefined}
        />
        <PasswordInput
          label={texts.password}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={knownEmail !== '' || undefined}
          visibilityToggleButtonProps={{ 'aria-label': words.showHidePassword, tabIndex: 0 }}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.sign}
        </Button>
      </form>
      {options?.oidc && (
        <>
          <div className={classes.or}>{texts.or}</div>
          <Button
            component="a"
            href={providerUrl(returnPath)}
            {...(providerInNewTab && { target: '_blank', rel: 'noopener' })}
            variant="default"
            fullWidth
            leftSection={<Icon name="key" />}
          >
            {texts.continueWith(options.oidc.name)}
          </Button>
        </>
      )}
    </>
  );
}

/** Opened by a one-time link, whose token is in the fragment of the address. */

import { Anchor, Button, Loader, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { acceptLink, beginSession, type OneTimeLink, oneTimeLinkQuery } from '../api/session.ts';
import { ApiError } from '../api/transport/client.ts';
import { NewPassword } from '../look/inputs/new-password.tsx';
import { sentence } from '../look/sentence.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/sign-in.ts';
import { Entrance, Notice } from './entrance.tsx';
import classes from './sign-in.module.css';

export function WelcomePage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data: link, error, refetch } = useQuery(oneTimeLinkQuery(token));
  if (error instanceof ApiError && error.status === 404) return <InvalidLink reason={error.message} />;
  if (error && !link) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!link) return <Loader aria-label={texts.readingLink} m="xl" />;
  if (link.purpose === 'setup') return <SetUp token={token} link={link} />;
  return <SetPassword token={token} link={link} />;
}

/** Sends what was typed, signs in, and leaves no way back to the link. */
function useAcceptance() {
  const { isBusy, problem, perform } = useAction();
  const queryClient = useQueryClient();
  const router = useRouter();

  const accept = (acceptance: Parameters<typeof acceptLink>[0]) =>
    perform(async () => {
      beginSession(queryClient, await acceptLink(acceptance));
      router.history.replace('/');
    });

  return { isBusy, problem, accept };
}

interface LinkProps {
  token: string;
  link: OneTimeLink;
}

/** The address that a first start invents is nobody's. */
const INVENTED = /@localhost$/;

function SetUp({ token, link }: LinkProps) {
  const [email, setEmail] = useState(INVENTED.test(link.email) ? '' : link.email);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, problem, accept } = useAcceptance();
  return (
    <Entrance title={texts.setUpHeddle}>
      <p className={classes.text}>{texts.youFirstAdministratorOthers}</p>
      <form
        className={classes.fields}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void accept({ token, email, name, password });
        }}
      >
        {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
        <TextInput
          label={texts.yourName}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          autoComplete="name"
          required
          withAsterisk={false}
        />
        <TextInput
          label={texts.eMailAddress}
          description={texts.youSign}
          type="email"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
          autoComplete="username"
          required
          withAsterisk={false}
        />
        <NewPassword label={texts.password} value={password} onChange={setPassword} known={[name, email]} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.openConsole}
        </Button>
      </form>
    </Entrance>
  );
}

function SetPassword({ token, link }: LinkProps) {
  const isInvited = link.purpose === 'invitation';
  const [password, setPassword] = useState('');
  const { isBusy, problem, accept } = useAcceptance();
  return (
    <Entrance title={isInvited ? texts.welcomeToHeddle : texts.setNewPassword}>
      {isInvited && <p className={classes.text}>{texts.youAreInvited}</p>}
      <form
        className={classes.fields}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void accept({ token, password });
        }}
      >
        {problem !== undefined && <Notice tone="problem">{problem}</Notice>}
        <p className="medium break-anywhere">{link.email}</p>
        {/* Password managers learn from it whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={link.email} readOnly hidden />
        <NewPassword
          label={isInvited ? texts.password : texts.newPassword}
          value={password}
          onChange={setPassword}
          known={[link.email]}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.setPasswordSign}
        </Button>
      </form>
      {!isInvited && <p className={classes.help}>{texts.youWillSignedOut}</p>}
    </Entrance>
  );
}

function InvalidLink({ reason }: { reason: string }) {
  return (
    <Entrance title={reason}>
      <p className={classes.text}>
        {sentence(texts.linkWorksOnceOnly, <code className="mono">heddle user password --link</code>)}
      </p>
      <Anchor component={Link} to="/sign-in">
        {texts.goSign}
      </Anchor>
    </Entrance>
  );
}

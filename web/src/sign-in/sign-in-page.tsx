import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { beginSession } from '../api/session.ts';
import * as texts from '../texts/sign-in.ts';
import { Entrance, Notice } from './entrance.tsx';
import { PROBLEMS } from './search.ts';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { return: returnPath = '/', problem } = useSearch({ from: '/sign-in' });
  const queryClient = useQueryClient();
  const router = useRouter();
  return (
    <Entrance title={texts.sign}>
      {problem !== undefined && <Notice tone="problem">{PROBLEMS[problem]}</Notice>}
      <SignInForm
        returnPath={returnPath}
        onSignedIn={session => {
          beginSession(queryClient, session);
          router.history.push(returnPath);
        }}
      />
      <p className={classes.help}>
        {texts.lostYourPasswordAdministrator}
        <code className="mono">heddle user password</code>.
      </p>
    </Entrance>
  );
}

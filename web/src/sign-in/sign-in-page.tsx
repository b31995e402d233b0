import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { beginSession } from '../api/session.ts';
import { Entrance, Notice } from './entrance.tsx';
import { PROBLEMS } from './search.ts';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { return: returnPath = '/', problem } = useSearch({ from: '/sign-in' });
  const queryClient = useQueryClient();
  const router = useRouter();
  return (
    <Entrance title="Sign in">
      {problem !== undefined && <Notice tone="problem">{PROBLEMS[problem]}</Notice>}
      <SignInForm
        returnPath={returnPath}
        onSignedIn={session => {
          beginSession(queryClient, session);
          router.history.push(returnPath);
        }}
      />
      <p className={classes.help}>
        Lost your password? An administrator makes a link for a new one with{' '}
        <code className="mono">heddle user password</code>.
      </p>
    </Entrance>
  );
}

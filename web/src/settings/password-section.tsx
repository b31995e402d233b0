import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { changePassword, sessionQuery, sessionsQuery, useSession } from '../api/session.ts';
import { NewPassword } from '../look/inputs/new-password.tsx';
import { Section } from '../look/page/section.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/settings.ts';
import classes from './settings.module.css';

export function PasswordSection() {
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, problem, perform } = useAction({ changes: [sessionQuery.queryKey, sessionsQuery.queryKey] });

  async function save(event: FormEvent) {
    event.preventDefault();
    const change = user.has_password ? { current, password } : { password };
    await perform(async () => {
      await changePassword(change);
      setCurrent('');
      setPassword('');
    }, texts.yourPasswordChanged);
  }

  return (
    <Section title={texts.password} text={user.has_password ? texts.newPasswordSignsYou : texts.youNoPasswordYet}>
      <form className={classes.fields} onSubmit={save}>
        <Problem>{problem}</Problem>
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {user.has_password && (
          <PasswordInput
            label={texts.currentPassword}
            value={current}
            onChange={event => setCurrent(event.currentTarget.value)}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': texts.showHideCurrentPassword, tabIndex: 0 }}
          />
        )}
        <NewPassword
          label={texts.newPassword}
          value={password}
          onChange={setPassword}
          known={[user.name, user.email]}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={password === ''}>
          {user.has_password ? texts.changePassword : texts.setPassword}
        </Button>
      </form>
    </Section>
  );
}

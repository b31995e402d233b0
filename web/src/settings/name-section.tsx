import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sessionQuery, updateProfile, useSession } from '../api/session.ts';
import { Section } from '../look/page/section.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/settings.ts';
import classes from './settings.module.css';

export function NameSection() {
  const session = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState(session.user.name);
  const { isBusy, problem, perform } = useAction();

  async function save(event: FormEvent) {
    event.preventDefault();
    await perform(async () => {
      const user = await updateProfile({ name });
      queryClient.setQueryData(sessionQuery.queryKey, { ...session, user });
    }, texts.yourNameChanged);
  }

  return (
    <Section title={texts.you} text={texts.yourNameShownOthers}>
      <form className={classes.fields} onSubmit={save}>
        <Problem>{problem}</Problem>
        <TextInput
          label={texts.name}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          autoComplete="name"
          maxLength={200}
          required
          withAsterisk={false}
        />
        <dl>
          <dt className="tiny dim">{texts.eMailAddress}</dt>
          <dd className="break-anywhere">{session.user.email}</dd>
        </dl>
        <Button type="submit" variant="default" loading={isBusy} disabled={name === session.user.name}>
          {texts.saveName}
        </Button>
      </form>
    </Section>
  );
}

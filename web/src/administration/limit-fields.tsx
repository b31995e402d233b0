/** Credits and storage of a user or an organization. */

import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { StorageBar } from '../administration-parts/limit-bars.tsx';
import { NumberField } from '../look/inputs/number-field.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { limits as texts, users } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { readCredits, readMegabytes, toMegabytes } from './user-state.ts';

interface LimitFieldsProps {
  name: string;
  credits: number | null;
  quota: number | null;
  used: number;
  changed: readonly QueryKey[];
  onSave(limits: { credits?: number | null; storage_quota?: number | null }): Promise<unknown>;
}

/** Sends only what was changed: credits are spent meanwhile, and an old number would give them back. */
export function LimitFields({ name, credits, quota, used, changed, onSave }: LimitFieldsProps) {
  const [typedCredits, setCredits] = useState<{ value: number | string | undefined }>();
  const [typedQuota, setQuota] = useState<{ value: number | string | undefined }>();
  const { isBusy, problem, perform } = useAction({ changes: changed });
  const newCredits = typedCredits && readCredits(typedCredits.value);
  const newQuota = typedQuota && readMegabytes(typedQuota.value);
  const isWrong = (typedCredits && newCredits === undefined) || (typedQuota && newQuota === undefined);
  const changes = {
    ...(newCredits !== undefined && newCredits !== credits && { credits: newCredits }),
    ...(newQuota !== undefined && newQuota !== quota && { storage_quota: newQuota }),
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!(await perform(() => onSave(changes), users.saved))) return;
    setCredits(undefined);
    setQuota(undefined);
  }

  return (
    <form className={classes.fields} onSubmit={save}>
      <StorageBar label={texts.storageOf(name)} used={used} quota={quota} />
      <NumberField
        label={texts.quota}
        description={texts.quotaHint}
        value={typedQuota ? typedQuota.value : toMegabytes(quota)}
        onChange={value => setQuota({ value })}
        error={typedQuota && newQuota === undefined ? texts.notANumber : undefined}
      />
      <NumberField
        label={words.credits}
        description={texts.creditsHint}
        value={typedCredits ? typedCredits.value : (credits ?? undefined)}
        onChange={value => setCredits({ value })}
        error={typedCredits && newCredits === undefined ? texts.notANumber : undefined}
      />
      <Problem>{problem}</Problem>
      <Button type="submit" variant="default" loading={isBusy} disabled={isWrong || Object.keys(changes).length === 0}>
        {words.save}
      </Button>
    </form>
  );
}

/** The record that a file belongs to. */

import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { panelChanges } from '../api/panels.ts';
import { type FileChanges, type StoredFile, updateFile } from '../api/storage.ts';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import classes from './details.module.css';

interface RecordSectionProps {
  panelId: string;
  file: StoredFile;
  mayUpdate: boolean;
}

export function RecordSection({ panelId, file, mayUpdate }: RecordSectionProps) {
  const [draft, setDraft] = useState<{ collection: string; key: string }>();
  const { isBusy, problem, perform } = useAction({ changes: panelChanges(panelId) });
  const { record } = file;
  const change = (changes: { collection?: string; key?: string }) =>
    setDraft(before => before && { ...before, ...changes });

  async function save(changes: FileChanges) {
    if (await perform(() => updateFile(panelId, file.id, changes))) setDraft(undefined);
  }

  return (
    <section className={classes.section}>
      <h3 className="tiny dim semibold">{words.record}</h3>
      {record ? (
        <Link
          to="/panels/$panelId/records"
          params={{ panelId }}
          search={{ collection: record.collection, record: record.key }}
        >
          {texts.openRecord(record.collection, record.key)}
        </Link>
      ) : (
        <p className="dim">{texts.noRecord}</p>
      )}
      {mayUpdate && !draft && (
        <div className="flex wrap gap-8">
          <Button
            size="xs"
            variant="default"
            onClick={() => setDraft({ collection: record?.collection ?? '', key: record?.key ?? '' })}
          >
            {texts.linkRecord}
          </Button>
          {record && (
            <Button size="xs" variant="default" loading={isBusy} onClick={() => save({ unlink_record: true })}>
              {texts.unlinkRecord}
            </Button>
          )}
        </div>
      )}
      {draft && (
        <form
          className={classes.section}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void save({ record: { collection: draft.collection.trim(), key: draft.key.trim() } });
          }}
        >
          <TextInput
            size="xs"
            label={words.collection}
            value={draft.collection}
            onChange={event => change({ collection: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
          <TextInput
            size="xs"
            label={texts.recordKey}
            value={draft.key}
            onChange={event => change({ key: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
          <div className="flex wrap gap-8">
            <Button size="xs" type="submit" loading={isBusy}>
              {words.save}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
              {words.cancel}
            </Button>
          </div>
        </form>
      )}
      <Problem>{problem}</Problem>
    </section>
  );
}

/** The record that a file belongs to. */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type FileChanges, refreshFiles, type StoredFile, updateFile } from '../api/storage.ts';
import { files as texts } from '../texts/files.ts';
import classes from './details.module.css';

interface RecordSectionProps {
  panelId: string;
  file: StoredFile;
  mayUpdate: boolean;
}

export function RecordSection({ panelId, file, mayUpdate }: RecordSectionProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<{ collection: string; key: string }>();
  const [problem, setProblem] = useState<string>();
  const { record } = file;

  async function save(changes: FileChanges) {
    setProblem(undefined);
    try {
      await updateFile(panelId, file.id, changes);
      await refreshFiles(queryClient, panelId);
      setDraft(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section className={classes.section}>
      <h3>{texts.record}</h3>
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
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            onClick={() => setDraft({ collection: record?.collection ?? '', key: record?.key ?? '' })}
          >
            {texts.linkRecord}
          </Button>
          {record && (
            <Button size="xs" variant="default" onClick={() => save({ unlink_record: true })}>
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
            label={texts.collection}
            value={draft.collection}
            onChange={event => setDraft({ ...draft, collection: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
          <TextInput
            size="xs"
            label={texts.recordKey}
            value={draft.key}
            onChange={event => setDraft({ ...draft, key: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
          <div className={classes.actions}>
            <Button size="xs" type="submit">
              {texts.save}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </section>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type BoosterRecord, createRecord, recordChanges, recordsQuery } from '../api/records.ts';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { recordPanel as texts } from '../texts/records.ts';
import { findColumns } from './columns.ts';
import { DraftFields } from './draft-fields.tsx';
import { readDraft, toOfferedDraft } from './record-draft.ts';
import classes from './record-editor.module.css';
import { NEW_RECORD } from './search.ts';
import { useRecordDraft } from './use-record-draft.ts';

interface NewRecordProps {
  panelId: string;
  collection: string;
  onCreated(record: BoosterRecord): void;
}

const NOTHING = { key: NEW_RECORD, data: {}, updated: 0 };

export function NewRecord({ panelId, collection, onCreated }: NewRecordProps) {
  const { kept, change, discard } = useRecordDraft(panelId, NOTHING);
  const others = useInfiniteQuery({ ...recordsQuery(panelId, { collection, params: {} }), enabled: collection !== '' });
  const columns = useMemo(() => findColumns(others.data?.pages[0] ?? []), [others.data]);
  const [name, setName] = useState(collection);
  const { isBusy, problem, perform } = useAction({ changes: recordChanges(panelId) });
  const offered = toOfferedDraft(columns);
  const draft = kept?.draft ?? offered;
  const read = readDraft(draft);

  async function create() {
    if (!('data' in read)) return;
    const { data } = read;
    await perform(async () => {
      const record = await createRecord(panelId, { collection: name, data });
      discard();
      onCreated(record);
    }, texts.createdNotice);
  }

  return (
    <form
      className={classes.editor}
      onSubmit={event => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        label={words.collection}
        description={texts.collectionHint}
        required
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <DraftFields
        draft={draft}
        problems={'problems' in read ? read.problems : undefined}
        onUpdate={update => change(before => ({ base: NOTHING, draft: update(before?.draft ?? offered) }))}
      />
      {draft.mode === 'form' && draft.fields.some(({ isOffered }) => isOffered) && (
        <p className="text-12 dim">{texts.offeredHint}</p>
      )}
      <Problem>{problem}</Problem>
      <div className={classes.buttons}>
        <Button size="xs" type="submit" loading={isBusy} disabled={!('data' in read) || name === ''}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

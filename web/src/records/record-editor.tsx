/** Edits a record. A change that somebody else made meanwhile is shown before anything is overwritten. */

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  type BoosterRecord,
  deleteRecords,
  readRecord,
  recordChanges,
  recordListsKey,
  recordQuery,
  saveRecord,
} from '../api/records.ts';
import { ApiError } from '../api/transport/client.ts';
import type { Update } from '../forms/form-context.ts';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { bulk, recordPanel as texts } from '../texts/records.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { DraftFields } from './draft-fields.tsx';
import { type Draft, findChanges, hasChanges, readDraft, toFormDraft, toJsonDraft } from './record-draft.ts';
import classes from './record-editor.module.css';
import { useRecordDraft } from './use-record-draft.ts';

interface RecordEditorProps {
  panelId: string;
  record: BoosterRecord;
  onDeleted(): void;
}

export function RecordEditor({ panelId, record, onDeleted }: RecordEditorProps) {
  const { kept, change, discard, mode, setMode } = useRecordDraft(panelId, record);
  const base = kept?.base ?? record;
  const fresh = mode === 'json' ? toJsonDraft(record.data) : toFormDraft(record.data);
  const draft = kept?.draft ?? fresh;
  const read = readDraft(draft);
  const changes = 'data' in read ? findChanges(base.data, read.data) : undefined;
  const isChanged = kept !== undefined && (changes === undefined || hasChanges(changes));
  const hasConflict = isChanged && base.updated !== record.updated;
  const queryClient = useQueryClient();
  const { isBusy, problem, perform, dismiss } = useAction({ changes: recordChanges(panelId) });

  function edit(update: Update<Draft>) {
    change(before => {
      const next = update(before?.draft ?? fresh);
      if (before || next.mode === fresh.mode) {
        const { data, updated } = before?.base ?? record;
        return { base: { data, updated }, draft: next };
      }
      // To look at it in another way is no change.
      setMode(next.mode);
      return undefined;
    });
  }

  async function save(updated: number) {
    if (!changes) return;
    const body = { panel_id: panelId, key: record.key, updated, set: { ...changes.set }, remove: [...changes.remove] };
    const send = async () => {
      const saved = await saveRecord(body).then(after => ({ isConflict: false, record: after }), readConflict);
      queryClient.setQueryData(recordQuery(panelId, record.key).queryKey, saved.record);
      if (saved.isConflict) return undefined;
      setMode(draft.mode);
      discard();
      return texts.saved;
    };
    await perform(send, done => done);
  }

  /** A conflict is shown as one as soon as the record is read again. */
  async function readConflict(error: unknown) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const newest = await readRecord(panelId, record.key).catch(() => undefined);
    if (!newest) throw error;
    return { isConflict: true, record: newest };
  }

  async function deleteIt() {
    const { refused } = await deleteRecords(panelId, [record.key]);
    const [first] = refused;
    if (first) throw new Error(first.message);
    discard();
    onDeleted();
  }

  return (
    <form
      className={classes.editor}
      onSubmit={event => {
        event.preventDefault();
        if (isChanged && !hasConflict) void save(base.updated);
      }}
    >
      <DraftFields draft={draft} problems={'problems' in read ? read.problems : undefined} onUpdate={edit} />
      {hasConflict && changes && (
        <ConflictNotice
          base={base.data}
          theirs={record.data}
          mine={changes}
          isBusy={isBusy}
          onSaveMine={() => void save(record.updated)}
          onTakeTheirs={() => {
            setMode(draft.mode);
            discard();
          }}
        />
      )}
      <Problem>{problem}</Problem>
      <div className={classes.buttons}>
        <Button size="xs" type="submit" loading={isBusy} disabled={!isChanged || hasConflict || changes === undefined}>
          {words.save}
        </Button>
        {isChanged && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setMode(draft.mode);
              dismiss();
              discard();
            }}
          >
            {texts.revert}
          </Button>
        )}
        {isChanged && <span className="text-12 warning">{texts.unsaved}</span>}
        <ConfirmButton
          icon="trash-2"
          button={{ size: 'xs', className: 'ml-auto' }}
          title={texts.deleteTitle}
          action={words.deleteAction}
          danger
          changes={[recordListsKey(panelId)]}
          onConfirm={deleteIt}
          done={bulk.deleted(1)}
        >
          {bulk.deleteText}
        </ConfirmButton>
      </div>
    </form>
  );
}

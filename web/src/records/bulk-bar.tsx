import { Button } from '@mantine/core';
import { deleteRecords, recordListsKey } from '../api/records.ts';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { showNotice } from '../look/states/notices.tsx';
import * as words from '../texts/common.ts';
import { bulk as texts } from '../texts/records.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  panelId: string;
  keys: ReadonlySet<string>;
  onClear(): void;
  /** Some may not have been deleted. */
  onDeleted(): void;
}

/** Each record is deleted by itself, so requests stay short. */
const AT_ONCE = 100;

export function BulkBar({ panelId, keys, onClear, onDeleted }: BulkBarProps) {
  async function deleteAll() {
    const all = [...keys];
    let deleted = 0;
    const messages: string[] = [];
    try {
      for (let from = 0; from < all.length; from += AT_ONCE) {
        const reply = await deleteRecords(panelId, all.slice(from, from + AT_ONCE));
        deleted += reply.deleted;
        messages.push(...reply.refused.map(({ message }) => message));
      }
    } finally {
      onDeleted();
    }
    const [message] = messages;
    if (message === undefined) showNotice({ message: texts.deleted(deleted) });
    else showNotice({ message: texts.partly(deleted, message), failed: true });
    onClear();
  }

  return (
    <div className={classes.bar} role="toolbar" aria-label={texts.label}>
      <span>{texts.selected(keys.size)}</span>
      <ConfirmButton
        icon="trash-2"
        button={{ size: 'xs' }}
        title={texts.deleteTitle(keys.size)}
        action={words.deleteAction}
        danger
        changes={[recordListsKey(panelId)]}
        onConfirm={deleteAll}
      >
        {texts.deleteText}
      </ConfirmButton>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { deleteRecords, recordListsKey } from '../api/records.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
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
  const [isAsking, setAsking] = useState(false);

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
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="trash-2" size={14} />}
        onClick={() => setAsking(true)}
      >
        {texts.delete}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts.deleteTitle(keys.size)}
        action={texts.delete}
        danger
        changes={[recordListsKey(panelId)]}
        onConfirm={deleteAll}
        onClose={() => setAsking(false)}
      >
        {texts.deleteText}
      </ConfirmDialog>
    </div>
  );
}

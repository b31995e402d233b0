import { Modal, Text } from '@mantine/core';
import { deleteFiles, type StoredFile } from '../api/storage.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { showNotice } from '../look/states/notices.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { BulkReport } from './bulk-report.tsx';
import { useBulk } from './use-bulk.ts';

interface DeleteDialogProps {
  panelId: string;
  ids: readonly string[];
  /** The file, when it is a single one. */
  file: StoredFile | undefined;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteDialog({ panelId, ids, file, onClose, onDeleted }: DeleteDialogProps) {
  const { state, run, stop } = useBulk(panelId);

  async function start() {
    const { done, failed, problem, handled, total } = await run(ids, chunk => deleteFiles(panelId, chunk));
    if (done > 0) onDeleted();
    if (failed.length > 0 || problem !== undefined || handled < total) return;
    showNotice({ message: texts.deleted(done) });
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!state?.isRunning}
      closeOnClickOutside={!state?.isRunning}
      withCloseButton={!state?.isRunning}
      title={texts.deleteTitle(ids.length)}
    >
      {state ? (
        <BulkReport state={state} onStop={stop} onClose={onClose} />
      ) : (
        <>
          <Text>{file ? texts.deleteOne(file.name) : texts.deleteMany(ids.length)}</Text>
          <DialogButtons action={words.deleteAction} danger mt="lg" onAction={start} onCancel={onClose} />
        </>
      )}
    </Modal>
  );
}

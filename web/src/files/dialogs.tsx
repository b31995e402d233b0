/** The dialogs of the page of files: at most one is open. */
import type { FileOutcome, StoredFile } from '../api/storage.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NewFolderDialog, RenameDialog } from './name-dialogs.tsx';

export type Dialog =
  | { kind: 'rename'; file: StoredFile }
  /** With a target when the files were dropped on a folder. */
  | { kind: 'move'; ids: readonly string[]; to?: string }
  | { kind: 'delete'; ids: readonly string[]; file?: StoredFile }
  | { kind: 'folder'; directory: string };

interface FileDialogsProps {
  dialog: Dialog | undefined;
  panelId: string;
  onClose(): void;
  onFolder(directory: string): void;
  onMoved(): void;
  onDeleted(ids: readonly string[]): void;
  move(ids: readonly string[], directory: string): Promise<FileOutcome>;
}

export function FileDialogs({ dialog, panelId, onClose, onFolder, onMoved, onDeleted, move }: FileDialogsProps) {
  switch (dialog?.kind) {
    case 'rename':
      return <RenameDialog panelId={panelId} file={dialog.file} onClose={onClose} />;
    case 'move':
      return (
        <MoveDialog panelId={panelId} ids={dialog.ids} to={dialog.to} move={move} onClose={onClose} onMoved={onMoved} />
      );
    case 'delete':
      return (
        <DeleteDialog
          panelId={panelId}
          ids={dialog.ids}
          file={dialog.file}
          onClose={onClose}
          onDeleted={() => onDeleted(dialog.ids)}
        />
      );
    case 'folder':
      return <NewFolderDialog directory={dialog.directory} onClose={onClose} onFolder={onFolder} />;
    case undefined:
      return null;
  }
}

/** Moves files to a directory that is typed or picked. A file whose place is taken stays where it is. */
import { Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FileOutcome, foldersQuery } from '../api/storage.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/states/notices.tsx';
import { files as texts } from '../texts/files.ts';
import { BulkReport } from './bulk-report.tsx';
import classes from './move-dialog.module.css';
import { parentOf } from './search.ts';
import { useBulk } from './use-bulk.ts';

interface MoveDialogProps {
  panelId: string;
  ids: readonly string[];
  to: string | undefined;
  move(ids: readonly string[], directory: string): Promise<FileOutcome>;
  onClose(): void;
  onMoved(): void;
}

export function MoveDialog({ panelId, ids, to, move, onClose, onMoved }: MoveDialogProps) {
  const { state, run, stop } = useBulk(panelId);
  const [target, setTarget] = useState(to ?? '');
  const directory = target.split('/').filter(Boolean).join('/');

  async function start(event: FormEvent) {
    event.preventDefault();
    const { done, failed, problem, handled, total } = await run(ids, chunk => move(chunk, directory));
    if (done > 0) onMoved();
    if (failed.length > 0 || problem !== undefined || handled < total) return;
    showNotice({ message: texts.moved(done, directory) });
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!state?.isRunning}
      closeOnClickOutside={!state?.isRunning}
      withCloseButton={!state?.isRunning}
      title={texts.moveTitle(ids.length)}
    >
      {state ? (
        <BulkReport state={state} onStop={stop} onClose={onClose} />
      ) : (
        <form onSubmit={start}>
          <TextInput
            label={texts.moveTo}
            description={texts.moveHint}
            value={target}
            onChange={event => setTarget(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
          />
          <FolderPicker panelId={panelId} directory={directory} onPick={setTarget} />
          <DialogButtons action={texts.moveHere} disabled={directory === ''} mt="lg" onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}

interface FolderPickerProps {
  panelId: string;
  directory: string;
  onPick(directory: string): void;
}

/** Steps through the folders that exist: into those of the directory, and up again. */
function FolderPicker({ panelId, directory, onPick }: FolderPickerProps) {
  const { data: inside, error } = useQuery(foldersQuery(panelId, directory));
  return (
    <ul className={classes.folders} aria-label={texts.folders}>
      {directory !== '' && (
        <li>
          <button type="button" className={classes.folder} onClick={() => onPick(parentOf(directory))}>
            <Icon name="arrow-up" size={14} />
            {parentOf(directory) || texts.allFolders}
          </button>
        </li>
      )}
      {inside?.map(({ name, path, files }) => (
        <li key={path}>
          <button type="button" className={classes.folder} onClick={() => onPick(path)}>
            <Icon name="folder" size={14} />
            <span className="truncate">{name}</span>
            <span className="dim">{texts.count(files)}</span>
          </button>
        </li>
      ))}
      {inside?.length === 0 && <li className={classes.none}>{texts.noFolders}</li>}
      {error && <li className={classes.none}>{error.message}</li>}
    </ul>
  );
}

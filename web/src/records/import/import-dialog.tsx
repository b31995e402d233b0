/** Imports a file: choose it, see what becomes of its columns, and watch. */

import { Button, Group, Modal } from '@mantine/core';
import { Problem } from '../../look/states/problem.tsx';
import * as words from '../../texts/common.ts';
import { importDialog as texts } from '../../texts/records.ts';
import { FileChooser } from '../file-chooser.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportSettings } from './import-settings.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  panelId: string;
  /** The one that is shown, if any. */
  collection: string | undefined;
  onClose(): void;
  /** Shows the collection into which records were imported. */
  onOpen(collection: string): void;
}

export function ImportDialog({ panelId, collection, onClose, onOpen }: ImportDialogProps) {
  const { chosen, problem, state, collection: target, choose, forget, start, pause, proceed } = useImport(panelId);
  const isRunning = state?.status === 'running';
  return (
    <Modal
      opened
      // An import that runs is paused first, so that nobody ends it by a wrong click.
      onClose={isRunning ? pause : onClose}
      closeOnClickOutside={false}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
      title={texts.title}
      size={820}
    >
      {!chosen && (
        <>
          <FileChooser onChoose={file => void choose(file)} />
          <Problem>{problem}</Problem>
        </>
      )}
      {chosen && !state && (
        <ImportSettings
          key={`${chosen.file.name} ${chosen.preview.kind === 'csv' ? chosen.preview.separator : ''}`}
          chosen={chosen}
          collection={collection}
          onSeparator={separator => void choose(chosen.file, separator)}
          onBack={forget}
          onStart={(target, plan) => void start(target, plan)}
        />
      )}
      {chosen && state && (
        <>
          <ImportProgress chosen={chosen} state={state} />
          <Group justify="flex-end" gap="xs" mt="md">
            {isRunning && (
              <Button variant="default" onClick={pause}>
                {words.pause}
              </Button>
            )}
            {state.status === 'paused' && <Button onClick={() => void proceed()}>{texts.continue}</Button>}
            {!isRunning && (
              <Button
                variant={state.status === 'done' ? 'filled' : 'default'}
                onClick={() => (target !== undefined && state.created > 0 ? onOpen(target) : onClose())}
              >
                {words.close}
              </Button>
            )}
          </Group>
        </>
      )}
    </Modal>
  );
}

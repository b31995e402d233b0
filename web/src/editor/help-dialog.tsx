import { Modal } from '@mantine/core';
import { KeyList } from '../look/lists/key-list.tsx';
import * as texts from '../texts/editor.ts';
import classes from './help-dialog.module.css';
import { SHORTCUTS } from './shortcuts.ts';

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.keysEditor} size="lg">
      <div className={classes.groups}>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <KeyList key={title} title={title} keys={shortcuts} />
        ))}
      </div>
    </Modal>
  );
}

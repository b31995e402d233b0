import { Button, Textarea } from '@mantine/core';
import type { Note } from '../graph/definition.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as texts from '../texts/editor.ts';
import classes from './note-panel.module.css';

interface NotePanelProps {
  note: Note;
  readOnly: boolean;
  onChange(note: Note): void;
  onDelete(): void;
  onClose(): void;
}

export function NotePanel({ note, readOnly, onChange, onDelete, onClose }: NotePanelProps) {
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>{texts.note}</h2>
        <IconButton icon="x" label={texts.closeThePanel} onClick={onClose} />
      </div>
      <Textarea
        label={texts.text}
        description={texts.markdownHeadingsListsBold}
        value={note.text}
        readOnly={readOnly}
        onChange={event => onChange({ ...note, text: event.currentTarget.value })}
        autosize
        minRows={6}
        maxRows={24}
        data-autofocus
      />
      {!readOnly && (
        <Button variant="default" leftSection={<Icon name="x" size={14} />} onClick={onDelete}>
          {texts.deleteNote}
        </Button>
      )}
    </div>
  );
}

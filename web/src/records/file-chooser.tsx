import { Button } from '@mantine/core';
import { useState } from 'react';
import { FileButton } from '../look/file-button.tsx';
import { Icon } from '../look/icons.tsx';
import { importDialog as texts } from '../texts/records.ts';
import classes from './dialogs.module.css';

const ACCEPTED = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json';

/** A file is chosen with the button, or dropped. */
export function FileChooser({ onChoose }: { onChoose(file: File): void }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onChoose(file);
      }}
    >
      <Icon name="file-text" size={28} />
      <p className={classes.text}>{texts.chooseText}</p>
      <FileButton accept={ACCEPTED} onChange={file => file && onChoose(file)} inputProps={{ 'aria-label': texts.file }}>
        {props => <Button {...props}>{texts.choose}</Button>}
      </FileButton>
      <span className={classes.text}>{texts.drop}</span>
    </div>
  );
}

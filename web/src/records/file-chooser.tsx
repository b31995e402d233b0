import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../look/icons.tsx';
import { FileButton } from '../look/inputs/file-button.tsx';
import * as words from '../texts/common.ts';
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
      <p className="text-13 dim">{texts.chooseText}</p>
      <FileButton accept={ACCEPTED} onChange={file => file && onChoose(file)} inputProps={{ 'aria-label': words.file }}>
        {props => <Button {...props}>{words.chooseAFile}</Button>}
      </FileButton>
      <span className="text-13 dim">{texts.drop}</span>
    </div>
  );
}

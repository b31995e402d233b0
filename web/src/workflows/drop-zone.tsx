import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/workflows.ts';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  /** Whether files may be dropped here. */
  enabled: boolean;
  onFiles(files: File[]): void;
  children: ReactNode;
}

/** Takes files that are dropped anywhere on its content. Files can be chosen by a button as well. */
export function DropZone({ enabled, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  // Entering a child leaves its parent, so only the difference tells whether the pointer is still inside.
  const depth = useRef(0);
  const concerns = (event: DragEvent) => enabled && event.dataTransfer.types.includes('Files');

  function move(event: DragEvent, by: 1 | -1) {
    if (!concerns(event)) return;
    depth.current += by;
    setOver(depth.current > 0);
  }

  function drop(event: DragEvent) {
    if (!concerns(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is in addition to the Import button.
    <div
      className={classes.zone}
      onDragEnter={event => move(event, 1)}
      onDragLeave={event => move(event, -1)}
      onDragOver={event => concerns(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className={classes.cover}>
          <Icon name="import" size={28} />
          {texts.dropImport}
        </div>
      )}
    </div>
  );
}

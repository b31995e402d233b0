import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../look/icons.tsx';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  isEnabled: boolean;
  label: string;
  children: ReactNode;
  onDrop(event: DragEvent): void;
}

/** Takes files of the computer. Files of the list itself are dropped on folders. */
export function DropZone({ isEnabled, label, children, onDrop }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  // The browser reports every element that the pointer enters and leaves, also inside.
  const depth = useRef(0);
  const takes = (event: DragEvent) => isEnabled && event.dataTransfer.types.includes('Files');
  function leave() {
    depth.current = 0;
    setOver(false);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same for the keyboard.
    <div
      className={classes.zone}
      onDragEnter={event => {
        if (!takes(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={event => {
        if (takes(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={event => {
        leave();
        if (event.defaultPrevented || !takes(event)) return;
        event.preventDefault();
        onDrop(event);
      }}
    >
      {children}
      {isOver && (
        <div className={classes.cover}>
          <Icon name="upload" size={28} />
          {label}
        </div>
      )}
    </div>
  );
}

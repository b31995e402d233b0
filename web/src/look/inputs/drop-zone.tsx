import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  isEnabled: boolean;
  icon: IconName;
  /** What dropping does. */
  label: string;
  className: string | undefined;
  children: ReactNode;
  onDrop(event: DragEvent): void;
}

/** Takes files of the computer that are dropped anywhere on its content, unless something in it has taken them. */
export function DropZone({ isEnabled, icon, label, className = '', children, onDrop }: DropZoneProps) {
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
      className={`relative ${className}`}
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
          <Icon name={icon} size={28} />
          {label}
        </div>
      )}
    </div>
  );
}

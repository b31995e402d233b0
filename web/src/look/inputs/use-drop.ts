import { type DragEvent, useState } from 'react';

interface DropOptions<Element> {
  /** Whether it takes what is dragged, by default anything. */
  takes?(transfer: DataTransfer): boolean;
  onDrop(event: DragEvent<Element>): void;
}

/** Whether something that can be dropped is over an element, and what the element must listen to. */
export function useDrop<Element>({ takes = () => true, onDrop }: DropOptions<Element>) {
  const [isOver, setOver] = useState(false);
  const listeners = {
    onDragOver: (event: DragEvent<Element>) => {
      if (!takes(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent<Element>) => {
      setOver(false);
      onDrop(event);
    },
  };
  return { isOver, listeners };
}

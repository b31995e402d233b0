/** Keys and clipboard of the editor. They act where the canvas or the list has the focus, and never where text is typed. */
import { type RefObject, useEffect, useRef } from 'react';
import type { CanvasHandle } from '../graph/canvas.tsx';
import type { Commands } from './commands.ts';
import { type Command, isRepeatable, readCommand, readPageCommand } from './keyboard.ts';
import type { EditorStore } from './store.ts';

interface KeyTargets {
  store: EditorStore;
  commands: Commands;
  canvas: RefObject<CanvasHandle | null>;
  actions: { add(): void; help(): void };
  /** Whether keys are meant for something that is just opening. */
  isPaused: boolean;
}

/** `steps` is the element with the canvas or the list in it. */
export function useEditorKeys(steps: RefObject<HTMLElement | null>, targets: KeyTargets): void {
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isInDialog(event.target)) return;
      const { store, isPaused } = latest.current;
      if (isPaused) return;
      const command = isFor(steps.current, event.target)
        ? readCommand(event, store.getState().selected.size > 0)
        : event.key === '?'
          ? ({ name: 'help' } as const)
          : readPageCommand(event);
      // Tab adds a step only where the canvas itself has the focus, and otherwise goes on as everywhere.
      if (event.key === 'Tab' && !isCanvas(event.target)) return;
      if (command && event.repeat && !isRepeatable(command)) return event.preventDefault();
      if (command && perform(command, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [steps]);
}

export function useEditorClipboard(steps: RefObject<HTMLElement | null>, store: EditorStore, commands: Commands): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isOurs = (event: ClipboardEvent) =>
      !isTyping(event.target) && isFor(steps.current, document.activeElement) && !hasSelectedText();
    const take = (event: ClipboardEvent): boolean => {
      const text = isOurs(event) ? commands.copy() : undefined;
      if (text === undefined) return false;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      return true;
    };
    document.addEventListener('copy', take, { signal });
    document.addEventListener(
      'cut',
      event => {
        if (!store.getState().isReadOnly && take(event)) commands.remove();
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      event => {
        if (isOurs(event) && commands.pasteText(event.clipboardData?.getData('text/plain') ?? ''))
          event.preventDefault();
      },
      { signal },
    );
    return () => controller.abort();
  }, [steps, store, commands]);
}

/** Returns whether there was something to do. */
function perform(command: Command, { store, commands, canvas, actions }: KeyTargets): boolean {
  const state = store.getState();
  const [key] = state.selected;
  switch (command.name) {
    case 'select-all':
      commands.selectEverything();
      return true;
    case 'fit':
      canvas.current?.fit();
      return true;
    case 'help':
      actions.help();
      return true;
    case 'close':
      // The canvas has ended the selection before, if there was one.
      state.openItem(null);
      return state.open !== null;
    default:
      if (state.isReadOnly) return false;
  }
  switch (command.name) {
    case 'undo':
      state.undo();
      return true;
    case 'redo':
      state.redo();
      return true;
    case 'duplicate':
      commands.duplicate();
      return true;
    case 'delete':
      commands.remove();
      return true;
    case 'tidy':
      commands.tidyUp();
      return true;
    case 'add':
      actions.add();
      return true;
    case 'move':
      commands.move(command.x, command.y);
      return true;
    case 'test':
    case 'pin':
      if (!state.stepActions || key === undefined || state.selected.size > 1) return false;
      state.stepActions[command.name](key);
      return true;
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Whether the canvas or the list has the focus, or nothing has it. */
function isFor(steps: HTMLElement | null, target: EventTarget | null): boolean {
  if (target === document.body || target === null || (target instanceof Element && target.id === 'content'))
    return true;
  return target instanceof Element && (steps?.contains(target) ?? false);
}

function isCanvas(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('role') === 'application';
}

function hasSelectedText(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}

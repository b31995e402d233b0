/** Keys and clipboard of the editor. They act where the canvas or the list has the focus, and never where text is typed. */
import { type RefObject, useEffect, useRef } from 'react';
import type { CanvasHandle } from '../graph/canvas.tsx';
import { findNode } from '../graph/definition.ts';
import { readDirection } from '../graph/viewport.ts';
import type { Commands } from './document/commands.ts';
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
      const { store, canvas, isPaused } = latest.current;
      if (event.defaultPrevented || isPaused || isInDialog(event.target)) return;
      if (event.key === 'Escape' && store.getState().isWide && !hasList(event.target)) {
        event.preventDefault();
        store.getState().widen(false);
        // The canvas can have the focus again after the next drawing.
        requestAnimationFrame(() => canvas.current?.focus());
        return;
      }
      if (isTyping(event.target)) return;
      // An arrow key begins to walk where nothing has the focus yet.
      if (isNowhere(event.target) && readDirection(event.key)) canvas.current?.focus();
      const command = isFor(steps.current, event.target)
        ? readCommand(event, store.getState().selected.size > 0)
        : event.key === '?'
          ? ({ name: 'help' } as const)
          : readPageCommand(event);
      // Only where the canvas itself has the focus. Elsewhere both go on as everywhere.
      if ((event.key === 'Tab' || event.key === 'Enter') && !isCanvas(event.target)) return;
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
  const isOne = key !== undefined && state.selected.size === 1;
  const reading: Partial<Record<Command['name'], () => void>> = {
    'select-all': commands.selectEverything,
    fit: () => canvas.current?.fit(),
    help: actions.help,
  };
  const writing: Partial<Record<Command['name'], () => void>> = {
    undo: state.undo,
    redo: state.redo,
    duplicate: commands.duplicate,
    delete: commands.remove,
    tidy: commands.tidyUp,
    add: actions.add,
  };
  const simple = reading[command.name] ?? (state.isReadOnly ? undefined : writing[command.name]);
  if (simple) {
    simple();
    return true;
  }
  switch (command.name) {
    case 'widen':
      if (!isOne || !findNode(state.definition, key)) return false;
      state.openItem(key);
      state.widen(true);
      return true;
    case 'close':
      // The canvas has ended the selection before, if there was one.
      state.openItem(null);
      return state.open !== null;
    case 'move':
      if (!state.isReadOnly) commands.move(command.x, command.y);
      return !state.isReadOnly;
    case 'test':
    case 'pin':
      if (state.isReadOnly || !state.stepActions || !isOne) return false;
      state.stepActions[command.name](key);
      return true;
    default:
      return false;
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Escape closes the list of such a field. */
function hasList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup="listbox"]') !== null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Whether the canvas or the list has the focus, or nothing has it. Nothing is for them while a wide panel covers them. */
function isFor(steps: HTMLElement | null, target: EventTarget | null): boolean {
  if (steps?.inert) return false;
  return isNowhere(target) || (target instanceof Element && (steps?.contains(target) ?? false));
}

function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || target === null || (target instanceof Element && target.id === 'content');
}

function isCanvas(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('role') === 'application';
}

function hasSelectedText(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}

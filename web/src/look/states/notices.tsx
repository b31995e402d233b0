/** Short notices in a corner: what was done, or why it could not be done. */

import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import * as texts from '../../texts/look.ts';
import { Icon } from '../icons.tsx';
import classes from './notices.module.css';

export interface Notice {
  message: string;
  title?: string;
  /** Whether something went wrong. Such a notice stays longer. */
  failed?: boolean;
}

interface Shown extends Notice {
  id: number;
}

const SHORT_MS = 5_000;
const LONG_MS = 12_000;

const store = createStore();

export function showNotice(notice: Notice): void {
  store.add(notice);
}

export function Notices() {
  const notices = useSyncExternalStore(store.subscribe, store.read);
  return (
    <div className={classes.notices} role="status" aria-live="polite">
      {notices.map(({ id, message, title, failed }) => (
        <div key={id} className={classes.notice} data-failed={failed || undefined}>
          <Icon name={failed ? 'circle-alert' : 'circle-check'} size={18} className={classes.icon} />
          <div className="column grow break-anywhere">
            {title !== undefined && <strong>{title}</strong>}
            <span>{message}</span>
          </div>
          <CloseButton size="sm" aria-label={texts.dismiss} onClick={() => store.remove(id)} />
        </div>
      ))}
    </div>
  );
}

function createStore() {
  const listeners = new Set<() => void>();
  let notices: readonly Shown[] = [];
  let last = 0;

  function change(next: readonly Shown[]): void {
    notices = next;
    for (const listener of listeners) listener();
  }

  function remove(id: number): void {
    change(notices.filter(notice => notice.id !== id));
  }

  return {
    read: () => notices,
    remove,
    add(notice: Notice): void {
      const id = ++last;
      change([...notices, { ...notice, id }]);
      setTimeout(() => remove(id), notice.failed ? LONG_MS : SHORT_MS);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

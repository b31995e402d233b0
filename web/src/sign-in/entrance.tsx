/** The frame of the pages that people see before they are signed in. */

import { type ReactNode, useEffect, useRef } from 'react';
import * as texts from '../texts/sign-in.ts';
import classes from './sign-in.module.css';

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = texts.windowTitle(title);
  }, [title]);
  // These pages have nothing before their first field.
  useEffect(() => card.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), []);
  return (
    <main className={classes.entrance}>
      <div className={classes.card} ref={card}>
        <div className="row gap-10 semibold">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span>{texts.heddle}</span>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** Says in words and by a line what went wrong, or what happened before. */
export function Notice({ tone, children }: { tone: 'problem' | 'info'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-tone={tone} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

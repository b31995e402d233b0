import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  /** What the section is for, in a sentence or two. */
  text: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a settings page: what it is about at the left, and its fields at the right. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {action}
      </div>
      <div>{children}</div>
    </section>
  );
}

import { type ReactNode, useId } from 'react';
import classes from './installation.module.css';

interface SectionProps {
  title: string;
  text: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page, as wide as the page: its tables need the room. */
export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className="title">
            {title}
          </h2>
          <p className="tiny dim">{text}</p>
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </section>
  );
}

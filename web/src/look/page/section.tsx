import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  /** What the section is for, in a sentence or two. */
  text: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page of settings: what it is about at the left, and its fields at the right. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id} className="title">
          {title}
        </h2>
        <p>{text}</p>
        {action}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A section whose fields stand below each other. */
export function FormSection({ children, ...about }: SectionProps) {
  return (
    <Section {...about}>
      <div className={classes.form}>{children}</div>
    </Section>
  );
}

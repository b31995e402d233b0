import type { ReactNode } from 'react';
import { useId } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import classes from './settings.module.css';
import type { PanelForm } from './use-panel-form.ts';

/** What every part of the settings gets. */
export interface SettingsSectionProps {
  form: PanelForm;
  opened: OpenedPanel;
  readOnly: boolean;
}

interface SectionProps {
  title: string;
  /** What the section is for, in a sentence or two. */
  text: ReactNode;
  children: ReactNode;
}

/** A part of the settings: what it is about at the left, and its fields at the right. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

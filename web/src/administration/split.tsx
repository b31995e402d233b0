/** A list, and beside it the panel of what is chosen. On narrow screens the panel lies over the page. */
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import classes from './administration.module.css';

interface SplitProps {
  children: ReactNode;
  /** Undefined when nothing is chosen. */
  panel: ReactNode | undefined;
  label: string;
  onClose(): void;
}

export function Split({ children, panel, label, onClose }: SplitProps) {
  const isNarrow = useMediaQuery('(max-width: 900px)') ?? false;
  return (
    <div className={classes.split}>
      <div className={classes.main}>{children}</div>
      {panel !== undefined && !isNarrow && (
        <aside className={classes.panel} aria-label={label}>
          {panel}
        </aside>
      )}
      {panel !== undefined && isNarrow && (
        <Drawer.Root opened onClose={onClose} position="right" size="min(100vw, 480px)">
          <Drawer.Overlay />
          <Drawer.Content aria-label={label} className={classes.drawer}>
            {panel}
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  );
}

interface PanelHeadProps {
  title: ReactNode;
  close: string;
  onClose(): void;
  children?: ReactNode;
}

export function PanelHead({ title, close, onClose, children }: PanelHeadProps) {
  return (
    <div className={classes.head}>
      <h2>{title}</h2>
      <div className={classes.buttons}>
        {children}
        <IconButton icon="x" label={close} onClick={onClose} />
      </div>
    </div>
  );
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

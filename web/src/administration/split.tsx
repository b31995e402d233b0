/** A list, and beside it the panel of what is chosen. On narrow screens the panel lies over the page. */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { PanelDrawer } from '../look/page/panel-drawer.tsx';
import classes from './administration.module.css';

export interface SplitProps {
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
      <div className="grow overflow-auto">{children}</div>
      {panel !== undefined && !isNarrow && (
        <aside className={classes.panel} aria-label={label}>
          {panel}
        </aside>
      )}
      {panel !== undefined && isNarrow && (
        <PanelDrawer label={label} onClose={onClose}>
          {panel}
        </PanelDrawer>
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
      <h2 className="title min-w-0 break-anywhere">{title}</h2>
      <div className="row wrap gap-8">
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

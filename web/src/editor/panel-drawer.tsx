/** The panel on narrow screens, where it lies over the page. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

export function PanelDrawer({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(100vw, 480px)">
      <Drawer.Overlay />
      <Drawer.Content aria-label={label} className={classes.drawer}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** The panel on narrow screens, where it lies over the page. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

interface PanelDrawerProps {
  label: string;
  isWide: boolean;
  onClose(): void;
  children: ReactNode;
}

export function PanelDrawer({ label, isWide, onClose, children }: PanelDrawerProps) {
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={isWide ? '100%' : 'min(100vw, 480px)'}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={label} className={classes.drawer}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelDrawerProps {
  label: string;
  /** Whether it covers the page. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A panel on narrow screens, where it lies over the page. */
export function PanelDrawer({ label, isWide = false, onClose, children }: PanelDrawerProps) {
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={isWide ? '100%' : 'min(100vw, 480px)'}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={label} className="bg-panel">
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

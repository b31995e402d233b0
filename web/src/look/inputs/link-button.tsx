import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';

interface LinkButtonProps {
  to: LinkProps['to'];
  /** Whether it leads back to the list that the page shows one of. */
  isBack?: boolean;
  children: ReactNode;
}

/** A button that leads to another page. */
export function LinkButton({ to, isBack = false, children }: LinkButtonProps) {
  return (
    <Button
      component={Link}
      to={to}
      {...(isBack
        ? { variant: 'subtle', color: 'gray', leftSection: <Icon name="arrow-left" /> }
        : { variant: 'default' })}
    >
      {children}
    </Button>
  );
}

import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import classes from './banner.module.css';

interface BannerProps {
  kind: 'success' | 'failed' | 'waiting' | 'warning';
  icon: IconName;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
}

/** What somebody must know about the whole page. */
export function Banner({ kind, icon, children, action, onDismiss }: BannerProps) {
  return (
    <div className={classes.banner} data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'}>
      <Icon name={icon} size={18} className={classes.icon} />
      <span>{children}</span>
      {action}
      {onDismiss && <CloseButton size="sm" aria-label={words.dismiss} onClick={onDismiss} />}
    </div>
  );
}

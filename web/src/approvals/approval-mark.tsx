import type { Approval } from '../api/approvals.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-mark.module.css';

const SHAPES: Readonly<Record<Approval['status'], IconName>> = {
  pending: 'circle-pause',
  approved: 'circle-check',
  rejected: 'circle-x',
  expired: 'hourglass',
  cancelled: 'ban',
};

/** How an approval ended, as a shape and a colour. */
export function ApprovalMark({ status, label = false }: { status: Approval['status']; label?: boolean }) {
  return (
    <span className={classes.mark} data-status={status}>
      <Icon name={SHAPES[status]} />
      <span className={label ? undefined : 'visually-hidden'}>{texts.states[status]}</span>
    </span>
  );
}

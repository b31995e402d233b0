import type { Approval } from '../api/approvals.ts';
import type { IconName } from '../look/icons.tsx';
import { Mark, type Tone } from '../look/mark.tsx';
import { approvals as texts } from '../texts/approvals.ts';

const LOOKS: Readonly<Record<Approval['status'], [icon: IconName, tone: Tone]>> = {
  pending: ['circle-pause', 'waiting'],
  approved: ['circle-check', 'success'],
  rejected: ['circle-x', 'failed'],
  expired: ['hourglass', 'warning'],
  cancelled: ['ban', 'dim'],
};

/** How an approval ended. */
export function ApprovalMark({ status, label = false }: { status: Approval['status']; label?: boolean }) {
  const [icon, tone] = LOOKS[status];
  return <Mark tone={tone} icon={icon} word={texts.states[status]} isWordHidden={!label} />;
}

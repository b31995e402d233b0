/** The areas of the console, as the rail shows them. */
import type { IconName } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';

export interface Area {
  to:
    | '/workflows'
    | '/runs'
    | '/approvals'
    | '/failures'
    | '/panels'
    | '/chat'
    | '/credentials'
    | '/administration'
    | '/notifications';
  /** Short enough for the rail. */
  label: string;
  /** For menus, where there is room. */
  longLabel?: string;
  icon: IconName;
  /** What of the user's counts it shows. */
  counted?: 'approvals' | 'failures' | 'notifications';
  /** Other paths that belong to the area. */
  also?: readonly string[];
}

const WORKFLOWS: Area = { to: '/workflows', label: words.workflows, icon: 'workflow' };
const RUNS: Area = { to: '/runs', label: words.runs, icon: 'activity' };
const FAILURES: Area = { to: '/failures', label: words.failures, icon: 'circle-alert', counted: 'failures' };
const APPROVALS: Area = { to: '/approvals', label: words.approvals, icon: 'inbox', counted: 'approvals' };
const PANELS: Area = { to: '/panels', label: words.panels, icon: 'folder' };
const CHAT: Area = { to: '/chat', label: words.chat, icon: 'message-square', also: ['/assistants'] };
const CONNECTIONS: Area = {
  to: '/credentials',
  label: texts.connections,
  longLabel: words.connections,
  icon: 'plug',
  also: ['/connectors', '/variables'],
};

export const AREAS: readonly Area[] = [WORKFLOWS, RUNS, FAILURES, APPROVALS, PANELS, CHAT, CONNECTIONS];
/** The areas that a phone shows beside its menu. */
export const ON_PHONES: readonly Area[] = [WORKFLOWS, RUNS, APPROVALS, PANELS];

export const ADMINISTRATION: Area = {
  to: '/administration',
  label: texts.administration,
  longLabel: words.administration,
  icon: 'shield',
};
export const NOTIFICATIONS: Area = {
  to: '/notifications',
  label: texts.notifications,
  longLabel: words.notifications,
  icon: 'bell',
  counted: 'notifications',
};

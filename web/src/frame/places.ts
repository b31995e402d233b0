/** Where one can go from anywhere, and what the present page can do. PURE. */

import type { Found } from '../../../src/live/schemas.ts';
import { isUuid } from '../look/address.ts';
import type { IconName } from '../look/icons.tsx';
import type { PageAction } from '../look/page/page-actions.ts';
import { frame } from '../texts/frame.ts';

const { palette: texts } = frame;

/** Something to choose: it leads to a path, or does something. */
export interface Place {
  id: string;
  label: string;
  /** What tells it from others with the same name. */
  hint?: string;
  kind: string;
  icon: IconName;
  target: { path: string } | { action: PageAction };
}

interface Source {
  /** What the service found for the text. */
  found: readonly Found[];
  actions: readonly PageAction[];
  isAdmin: boolean;
}

type Page = readonly [path: string, label: string, icon: IconName];

const PAGES: readonly Page[] = [
  ['/workflows', texts.pages.workflows, 'workflow'],
  ['/runs', texts.pages.runs, 'activity'],
  ['/runs?status=failed', texts.pages.failedRuns, 'circle-x'],
  ['/failures', texts.pages.failures, 'circle-alert'],
  ['/failures?show=mine', texts.pages.myFailures, 'circle-alert'],
  ['/approvals', texts.pages.approvals, 'inbox'],
  ['/approvals?state=decided', texts.pages.decided, 'inbox'],
  ['/panels', texts.pages.panels, 'folder'],
  ['/chat', texts.pages.chat, 'message-square'],
  ['/assistants', texts.pages.assistants, 'bot'],
  ['/credentials', texts.pages.credentials, 'key'],
  ['/connectors', texts.pages.connectors, 'plug'],
  ['/variables', texts.pages.variables, 'variable'],
  ['/notifications', texts.pages.notifications, 'bell'],
  ['/settings/profile', texts.pages.profile, 'user'],
];

const ADMINISTRATION: readonly Page[] = [
  ['/administration/users', texts.pages.users, 'users'],
  ['/administration/groups', texts.pages.groups, 'users'],
  ['/administration/organizations', texts.pages.organizations, 'users'],
  ['/administration/audit', texts.pages.audit, 'scroll-text'],
  ['/administration/installation', texts.pages.installation, 'server'],
  ['/administration/jobs', texts.pages.jobs, 'list-ordered'],
];

/** Lists what the text may mean: the run with this id, what the page can do, pages, and what the service found. */
export function findPlaces(text: string, { found, actions, isAdmin }: Source): Place[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const fits = (label: string) => words.every(word => label.toLowerCase().includes(word));
  const pages = isAdmin ? [...PAGES, ...ADMINISTRATION] : PAGES;
  return [
    ...(isUuid(wanted) ? [toRun(wanted)] : []),
    ...actions.filter(({ label }) => fits(label)).map(toAction),
    ...pages.filter(([, label]) => fits(label)).map(toPage),
    ...found.map(toPlace),
  ];
}

function toRun(id: string): Place {
  return {
    id: `run ${id}`,
    label: texts.run(id),
    kind: texts.kinds.run,
    icon: 'activity',
    target: { path: `/runs/${id}` },
  };
}

function toAction(action: PageAction, index: number): Place {
  const { label, keys } = action;
  const place = { id: `action ${index}`, label, kind: texts.kinds.action, icon: 'zap', target: { action } } as const;
  return keys === undefined ? place : { ...place, hint: keys };
}

function toPage([path, label, icon]: Page): Place {
  return { id: path, label, kind: texts.kinds.page, icon, target: { path } };
}

const ICONS: Readonly<Record<Found['kind'], IconName>> = {
  workflow: 'workflow',
  panel: 'folder',
  file: 'file',
  assistant: 'bot',
  conversation: 'message-square',
};

function toPlace(found: Found): Place {
  const { kind, id, name, path } = found;
  return {
    id: `${kind} ${id}`,
    label: name,
    kind: texts.kinds[kind],
    icon: ICONS[kind],
    target: { path: pathOf(found) },
    ...(path !== undefined && { hint: directoryOf(path) }),
  };
}

function pathOf({ kind, id, panel_id = '', path = '' }: Found): string {
  if (kind === 'workflow') return `/workflows/${id}`;
  if (kind === 'panel') return `/panels/${id}/files`;
  if (kind === 'assistant') return `/assistants/${id}`;
  if (kind === 'conversation') return `/chat/${id}`;
  return `/panels/${panel_id}/files?${new URLSearchParams({ folder: directoryOf(path), file: id })}`;
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

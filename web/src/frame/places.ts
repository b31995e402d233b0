/** Where one can go from anywhere. */
import type { IconName } from '../look/icons.tsx';

export interface Place {
  path: string;
  label: string;
  kind: string;
  icon: IconName;
}

const PAGES: readonly Place[] = [
  { path: '/workflows', label: 'Workflows', kind: 'Page', icon: 'workflow' },
  { path: '/runs', label: 'Runs', kind: 'Page', icon: 'activity' },
  { path: '/runs?status=failed', label: 'Failed runs', kind: 'Page', icon: 'circle-x' },
  { path: '/settings/profile', label: 'Profile and keys', kind: 'Page', icon: 'user' },
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Lists what the text may mean: pages, the workflows that the service found for it, and the run with this id. */
export function findPlaces(text: string, workflows: readonly { id: string; name: string }[]): Place[] {
  const wanted = text.trim().toLowerCase();
  const run: Place[] = UUID.test(wanted)
    ? [{ path: `/runs/${wanted}`, label: `Run ${wanted}`, kind: 'Run', icon: 'activity' }]
    : [];
  return [
    ...run,
    ...PAGES.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...workflows.map(
      ({ id, name }): Place => ({ path: `/workflows/${id}`, label: name, kind: 'Workflow', icon: 'workflow' }),
    ),
  ];
}

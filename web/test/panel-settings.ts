import type { Draft } from '../src/panels/settings-draft.ts';

export const DRAFT: Draft = {
  name: 'Shop',
  organization_id: null,
  group_id: null,
  enabled: true,
  database: true,
  file_storage: { enabled: true, limit_mb: 1024, folders: { docs: {} } },
  sharing: [{ user_email: 'a@example.org', write: false }],
  group_sharing: [],
  webhooks: [{ url: 'https://example.org/hook', events: ['file.stored'], secret: 'whsec_one' }],
};

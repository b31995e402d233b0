/** Every setting, declared once: its variable, its values, its default, its meaning and who uses it. */
import { assistants, audit, images, notifications, storage, tools } from './area-settings.ts';
import { service } from './process-settings.ts';
import { secrets } from './secret-settings.ts';
import { administrator, database, http, mail, metrics, oidc, outbound, s3 } from './service-settings.ts';
import type { Area, Setting, SettingGroup } from './setting-values.ts';
import { traces } from './trace-settings.ts';
import { approvals, runs, triggers, webhooks, workflows } from './workflow-settings.ts';

export const areas = {
  http,
  service,
  metrics,
  database,
  s3,
  mail,
  administrator,
  oidc,
  outbound,
  secrets,
  storage,
  images,
  assistants,
  tools,
  workflows,
  runs,
  triggers,
  webhooks,
  approvals,
  notifications,
  audit,
  traces,
} satisfies Record<string, Area>;

export function allSettings(): Setting[] {
  return Object.values(areas).flatMap(({ settings }) => listSettings(settings));
}

export function listSettings(group: SettingGroup): Setting[] {
  return Object.values(group).flatMap(entry => (isSetting(entry) ? [entry] : listSettings(entry)));
}

export function isSetting(entry: Setting | SettingGroup): entry is Setting {
  return typeof entry.variable === 'string';
}

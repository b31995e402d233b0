/** What the page of the installation shows: the settings of this process, and everything that it depends on. */
import { type CheckedDependency, createHealth } from '../installation/health.ts';
import type { InstallationServices } from '../installation/routes.ts';
import type { Areas } from './areas.ts';
import type { Platform } from './platform.ts';
import { allTasks } from './tasks.ts';
import { VERSION } from './version.ts';

export function installationServices(opened: Platform & Areas): InstallationServices {
  const { config, database, mailer, publicUrl, liveness } = opened;
  return {
    database,
    mailer,
    version: VERSION,
    publicUrl,
    settings: config.described,
    checkHealth: createHealth(listDependencies(opened)),
    jobKinds: allTasks(opened, opened).map(({ kind }) => kind.name),
    processId: liveness.id,
  };
}

function listDependencies({
  config,
  database,
  blobs,
  mailer,
  models,
  mcpServers,
}: Platform & Areas): CheckedDependency[] {
  return [
    {
      kind: 'database',
      name: config.database.url === undefined ? 'embedded' : 'postgres',
      check: () => database.pool.requireCommits(),
    },
    {
      kind: 'storage',
      name: config.s3.bucket === undefined ? 'disk' : 's3',
      check: signal => blobs.check({ signal }),
    },
    {
      kind: 'mail',
      name: config.mail.smtpUrl === undefined ? 'folder' : 'smtp',
      check: signal => mailer.check(signal),
    },
    ...models.settings.map(
      (settings): CheckedDependency => ({
        kind: 'model',
        name: settings.id,
        check: signal => models.check(settings, signal),
      }),
    ),
    ...mcpServers.map((server): CheckedDependency => ({ kind: 'mcp_server', ...server })),
  ];
}

/** Finds the programs of a PostgreSQL cluster, which the project does not bring along. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface ClusterPrograms {
  patroni: string;
  etcd: string;
  /** Undefined when processes find the primary by themselves, among several hosts. */
  haproxy: string | undefined;
  /** The folder of PostgreSQL's programs. */
  postgresFolder: string;
  /** One line with the versions. */
  versions: string;
}

/** The programs that are missing, and how to get them. */
export class MissingPrograms extends Error {}

/** Also the folders of system programs, which are not in everybody's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin'];
/** What Patroni calls. The embedded PostgreSQL has only the first two. */
const POSTGRES = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_controldata', 'pg_rewind'];

export async function findPrograms({ withHaproxy }: { withHaproxy: boolean }): Promise<ClusterPrograms> {
  const patroni = await findProgram('patroni');
  const etcd = await findProgram('etcd');
  const haproxy = withHaproxy ? await findProgram('haproxy') : undefined;
  const postgresFolder = await findPostgres();
  const missing = [
    ...(patroni === undefined ? ['patroni'] : []),
    ...(etcd === undefined ? ['etcd'] : []),
    ...(withHaproxy && haproxy === undefined ? ['haproxy'] : []),
    ...(postgresFolder === undefined ? [`PostgreSQL with ${POSTGRES.join(', ')}`] : []),
  ];
  if (patroni === undefined || etcd === undefined || postgresFolder === undefined || missing.length > 0) {
    throw new MissingPrograms(
      [
        `A cluster needs programs that are not here: ${missing.join('; ')}.`,
        'On Debian 13 or Ubuntu 25.04 and newer, install them with',
        '  apt-get install --no-install-recommends patroni etcd-server haproxy postgresql',
        'and stop the services that this starts. Patroni must be 3.3 or newer, because 3.0 (of Debian 12) can lose what',
        'was acknowledged when a frozen primary thaws. Without HAProxy, use `npm run chaos -- --cluster=hosts`.',
      ].join('\n'),
    );
  }
  const lines = await Promise.all([
    firstLine(patroni, '--version'),
    firstLine(etcd, '--version'),
    haproxy === undefined ? 'no HAProxy' : firstLine(haproxy, '-v'),
    firstLine(path.join(postgresFolder, 'postgres'), '--version'),
  ]);
  return { patroni, etcd, haproxy, postgresFolder, versions: lines.join('; ') };
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of FOLDERS) {
    const file = path.join(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** The newest version that has all programs, of those in the folders of distributions and in PATH. */
async function findPostgres(): Promise<string | undefined> {
  const versions = (await readdir('/usr/lib/postgresql').catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  const folders = [...versions.map(version => path.join('/usr/lib/postgresql', version, 'bin')), ...FOLDERS];
  for (const folder of folders) {
    const found = await Promise.all(POSTGRES.map(name => isExecutable(path.join(folder, name))));
    if (found.every(Boolean)) return folder;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function firstLine(program: string, word: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [word]);
  return stdout.split('\n')[0]?.trim() ?? '';
}

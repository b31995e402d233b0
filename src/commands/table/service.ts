/** Commands that run and look after an installation. They work on this machine only. */
import type { Command } from '../command.ts';

const section = 'Service';
const keysSection = 'Operations';

export const serviceCommands: readonly Command[] = [
  {
    name: 'serve',
    section,
    summary: 'Answers requests and works in the background (the default)',
    options: [{ name: 'no-worker', summary: 'only answer requests' }],
    examples: [{ command: 'HEDDLE_PORT=8080 heddle serve' }],
    run: async invocation => (await import('../start.ts')).startServing({ work: !invocation.flag('no-worker') }),
  },
  {
    name: 'worker',
    section,
    summary: 'Only works in the background, for more machines on the same database',
    run: async () => (await import('../start.ts')).startWorking(),
  },
  {
    name: 'migrate',
    section,
    summary: 'Brings the database up to date, and stops',
    run: async () => (await import('../service.ts')).migrate(),
  },
  {
    name: 'config',
    section,
    summary: 'Shows the settings in effect, without secrets',
    options: [{ name: 'markdown', summary: 'print all settings as a page' }],
    run: async invocation => (await import('../show-config.ts')).showConfig(invocation),
  },
  {
    name: 'doctor',
    section: keysSection,
    summary: 'Checks settings, database, storage, mail, clocks, versions, disk and keys',
    description:
      'Each line says what is in order and what is not, with what to do about it. The exit code is 1 when something is not.\nWith HEDDLE_URL or after `heddle login`, it checks that service instead: whether it answers and is ready, the clock and the key, and with the key of an administrator also its processes, its background jobs, its database, storage, mail, models and MCP servers.',
    examples: [{ command: 'heddle doctor' }, { command: 'heddle doctor --local' }],
    remote: true,
    run: async invocation => (await import('../doctor/doctor.ts')).examine(invocation),
  },
  {
    name: 'backup',
    section: keysSection,
    summary: 'Writes the database and the files into a new folder, also while the service runs',
    description:
      'The folder contains everything but the key file, without which stored secrets can not be read. Keep a copy of the key file elsewhere, or add it with --with-keys.',
    arguments: [{ name: 'FOLDER', summary: 'a folder that does not exist yet, or is empty' }],
    options: [
      { name: 'with-keys', summary: 'also copy the key file: whoever has the folder can then read all secrets' },
      { name: 'without-files', summary: 'only the database, for example when the bucket has a backup of its own' },
    ],
    examples: [{ command: 'heddle backup /backups/$(date +%F)' }],
    run: async invocation => (await import('../backup/backup.ts')).backup(invocation),
  },
  {
    name: 'restore',
    section: keysSection,
    summary: 'Fills an empty installation from a backup',
    description: 'Stop the service first. An installation that has users is refused, and stays as it is.',
    arguments: [{ name: 'FOLDER', summary: 'what `heddle backup` wrote' }],
    options: [{ name: 'verify', summary: 'only check that the backup is complete, and change nothing' }],
    examples: [
      { command: 'heddle restore /backups/2026-11-16 --verify' },
      { command: 'HEDDLE_DATA=/srv/heddle heddle restore /backups/2026-11-16' },
    ],
    run: async invocation => (await import('../backup/restore.ts')).restore(invocation),
  },
  {
    name: 'keys list',
    section: keysSection,
    summary: 'Lists the keys that encrypt secrets, the newest first, with the number of secrets of each',
    run: async () => (await import('../keys.ts')).listKeys(),
  },
  {
    name: 'keys add',
    section: keysSection,
    summary: 'Puts a new key first into the key file; new secrets are encrypted with it',
    run: async () => (await import('../keys.ts')).addKey(),
  },
  {
    name: 'keys rotate',
    section: keysSection,
    summary: 'Encrypts the data keys of all secrets again, with the newest key',
    run: async () => (await import('../keys.ts')).rotateKeys(),
  },
  {
    name: 'user password',
    section: 'Provisioning',
    summary: 'Sets the password of a user, and signs them out everywhere; or prints a link for it',
    description: 'The password is read from the terminal without showing it, or from standard input.',
    options: [
      { name: 'email', value: 'VALUE', required: true, summary: 'the e-mail address of the user' },
      { name: 'link', summary: 'print a link with which the user sets the password, once and within a day' },
    ],
    run: async invocation => (await import('../user-password.ts')).setUserPassword(invocation),
  },
];

/** The settings of the processes themselves. */
import { type Area, file, folder, integer, oneOf, processCount } from './setting-values.ts';

export const service = {
  title: 'Service',
  usedBy: 'platform',
  settings: {
    dataFolder: {
      variable: 'HEDDLE_DATA',
      values: folder,
      default: './data',
      usedBy: 'platform, http, booster',
      meaning:
        'This folder contains the embedded PostgreSQL, the files, caches and, without an SMTP server, the e-mails.',
    },
    keyFile: {
      variable: 'HEDDLE_KEYS',
      values: file,
      meaning:
        'This file contains the keys with which Heddle encrypts secrets in the database. All processes on one database need ' +
        'the same. When it is not set, the file is `keys` in the data folder. The first start makes it.',
    },
    processes: {
      variable: 'HEDDLE_PROCESSES',
      values: processCount,
      default: 'auto',
      usedBy: 'commands',
      meaning:
        '`serve` and `worker` run as this many processes, which share one port and one log. With `auto`, there are as many as ' +
        'half of the processors and 1.5 GB of memory for each allow, at most six.',
    },
    logLevel: {
      variable: 'HEDDLE_LOG_LEVEL',
      values: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      default: 'info',
      meaning: 'Heddle logs messages of this level and above on standard output.',
    },
    logFormat: {
      variable: 'HEDDLE_LOG_FORMAT',
      values: oneOf('auto', 'pretty', 'json'),
      default: 'auto',
      usedBy: 'composition',
      meaning:
        'The log has one JSON object per line with `json`, and lines for people with `pretty`. With `auto`, it is for people in a ' +
        'terminal and JSON otherwise.',
    },
    drainSeconds: {
      variable: 'HEDDLE_DRAIN_SECONDS',
      values: integer(0, 3600),
      default: 20,
      usedBy: 'platform, assistants, runs, commands',
      meaning:
        'After SIGTERM, requests, runs and jobs in progress may continue for this many seconds. ' +
        'Other processes then take over the rest of the runs and jobs.',
    },
    silenceSeconds: {
      variable: 'HEDDLE_SILENCE_SECONDS',
      values: integer(1, 3600),
      default: 15,
      meaning:
        'When a process has given no sign of life for this many seconds, others take over its runs and jobs. ' +
        'The value must be the same for all processes.',
    },
  },
} satisfies Area;

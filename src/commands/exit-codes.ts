/** What a command ends with, so that scripts can tell the reasons apart. The reference page lists them. */
export const EXIT_CODES = {
  bad: {
    code: 1,
    meaning:
      'The command did its work, and what it found is bad: a run failed or was cancelled, a test or a check failed, or there is a difference or a conflict.',
  },
  usage: { code: 2, meaning: 'The command line, a file that it names, or a setting is wrong.' },
  installation: {
    code: 3,
    meaning:
      'The installation of this machine is missing, or its folder, disk, port, keys or database can not be used.',
  },
  unreachable: {
    code: 4,
    meaning:
      'The service or its database can not be reached, or has too much to do. The same command may succeed later.',
  },
  denied: { code: 5, meaning: 'The key is missing, is not accepted, or may not do this.' },
  missing: { code: 6, meaning: 'What the command names does not exist, or you may not see it.' },
  refused: { code: 7, meaning: 'The service refused what was asked.' },
  fault: { code: 70, meaning: 'A fault of Heddle. Please report it, with what was printed.' },
} as const;

export type ExitReason = keyof typeof EXIT_CODES;

/** 128 and the number of the signal, as shells have it. */
export const STOPPED_BY_SIGNAL = 128;

export function endWith(reason: ExitReason): void {
  process.exitCode = EXIT_CODES[reason].code;
}

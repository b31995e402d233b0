/**
 * Several processes of one command behave like one: a limit that counts for the machine is divided among them. A setting
 * says with `shared` that its value is such a limit.
 */

/** This process among those of its command. */
export interface Share {
  processes: number;
  /** From 1 on. A process that replaces another one has its number, and so the same share. */
  number: number;
}

/** The share of a command that is one process. */
export const WHOLE: Share = { processes: 1, number: 1 };

export interface Sharing {
  /** With less, a process can not work. */
  least: number;
  /** The default is what each process has, because a limit that suits one process would be too small for many. */
  byDefault?: 'for each';
  /** How to divide it, if not into equal parts. */
  divide?(value: number, share: Share): number;
}

/** The least value that is enough for all processes. */
export function leastForAll({ least, divide }: Sharing, { processes }: Share): number {
  return divide ? least : least * processes;
}

/** What a process has of a value. A default is always enough for all: it counts as if it were larger. */
export function partOf(value: number, sharing: Sharing, share: Share, { isDefault }: { isDefault: boolean }): number {
  const { byDefault, least, divide = divideEqually } = sharing;
  if (!isDefault) return divide(value, share);
  return byDefault === 'for each' ? value : Math.max(least, divide(value, share));
}

/** The first processes have one more when it does not come out even. */
function divideEqually(value: number, { processes, number }: Share): number {
  return Math.floor(value / processes) + (number <= value % processes ? 1 : 0);
}

/**
 * The processes share the folder of a disk cache, and each of them sweeps all of it. A further process may exceed the
 * limit that it knows by a quarter, so they all know a lower one.
 */
export function divideCache(value: number, { processes }: Share): number {
  return Math.floor((value * 4) / (processes + 3));
}

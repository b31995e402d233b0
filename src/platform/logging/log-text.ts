/** Formats log lines for people who read them in a terminal. */

const LEVELS: Readonly<Record<string, { label: string; colour: string }>> = {
  trace: { label: 'trace', colour: '90' },
  debug: { label: 'debug', colour: '90' },
  info: { label: 'info ', colour: '32' },
  warn: { label: 'warn ', colour: '33' },
  error: { label: 'error', colour: '31' },
  fatal: { label: 'fatal', colour: '31;1' },
};
const DIM = '2';
const MOST_CHARACTERS = 100;
/** Escape sequences in a name that somebody has chosen must not reach the terminal. */
const CONTROL = /\p{Cc}/gu;

/**
 * Turns a line of JSON into `12:34:56.789 info  run  status=success ms=12`. The stack of an error follows on lines of its
 * own. A line that is not JSON stays as it is.
 */
export function formatLogLine(json: string, { colours }: { colours: boolean }): string {
  const paint = (colour: string, text: string) => (colours && text !== '' ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const entry = parseLine(json);
  if (!entry) return json;
  const { level, time, msg, err, ...fields } = entry;
  const { label, colour } = LEVELS[String(level)] ?? { label: String(level), colour: DIM };
  const parts = [
    paint(DIM, toClock(time)),
    paint(colour, label),
    printable(String(msg ?? '')),
    paint(DIM, Object.entries(fields).flatMap(formatField).join(' ')),
  ];
  return `${parts.filter(part => part !== '').join(' ')}${formatError(err)}\n`;
}

function parseLine(json: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** The time of day of this machine. The day is not interesting while one looks on. */
function toClock(time: unknown): string {
  const date = new Date(String(time));
  if (Number.isNaN(date.getTime())) return '';
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(part => digits(part)).join(':');
  return `${clock}.${digits(date.getMilliseconds(), 3)}`;
}

function formatField([name, value]: [string, unknown]): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([inner, each]) => formatField([`${name}.${inner}`, each]));
  }
  const text = shorten(typeof value === 'string' ? value : JSON.stringify(value));
  return [`${name}=${/[\s"=]/.test(text) && typeof value === 'string' ? JSON.stringify(text) : printable(text)}`];
}

/** A long list would fill the screen. The log in JSON has all of it. */
function shorten(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const stack = 'stack' in error ? error.stack : 'message' in error ? error.message : JSON.stringify(error);
  return String(stack)
    .split('\n')
    .map(line => `\n    ${printable(line.trim())}`)
    .join('');
}

function printable(text: string): string {
  return text.replaceAll(CONTROL, '\ufffd');
}

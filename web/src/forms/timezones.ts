/** All time zones, with one's own and UTC first. A zone that the browser does not know is kept when it is chosen. */
export function listTimezones(current: string | null): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = [own, 'UTC', ...(current === null ? [] : [current])].filter(Boolean);
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])];
}

/** A time as the clocks of a zone show it. */
export function formatInZone(ms: number, timezone: string): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  return new Intl.DateTimeFormat('en-GB', {
    ...options,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: isTimezone(timezone) ? timezone : 'UTC',
  }).format(ms);
}

function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}

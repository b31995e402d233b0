/** All time zones, with one's own and UTC first. A zone that the browser does not know is kept when it is chosen. */
export function listTimezones(current: string | null): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = [own, 'UTC', ...(current === null ? [] : [current])].filter(Boolean);
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])];
}

/** What the addresses of these pages say. PURE. */

export interface InstallationSearch {
  /** Shows only the settings that have this text in their name or meaning. */
  text?: string;
  changed?: true;
}

export interface JobsSearch {
  /** Shows only the failed jobs of this kind. */
  kind?: string;
}

const TEXT_CHARACTERS = 100;
const KIND = /^[a-z][a-z0-9.-]{0,99}$/;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readInstallationSearch(raw: Record<string, unknown>): InstallationSearch {
  const text = typeof raw.text === 'string' ? raw.text.slice(0, TEXT_CHARACTERS) : '';
  return {
    ...(text.trim() !== '' && { text }),
    ...(raw.changed === true && { changed: true }),
  };
}

export function readJobsSearch(raw: Record<string, unknown>): JobsSearch {
  return typeof raw.kind === 'string' && KIND.test(raw.kind) ? { kind: raw.kind } : {};
}

interface Searched {
  variable: string;
  meaning: string;
  differs: boolean;
}

export function filterSettings<Setting extends Searched>(
  settings: readonly Setting[],
  { text = '', changed }: InstallationSearch,
): Setting[] {
  const wanted = text.trim().toLowerCase();
  return settings.filter(
    ({ variable, meaning, differs }) =>
      (!changed || differs) && `${variable} ${meaning}`.toLowerCase().includes(wanted),
  );
}

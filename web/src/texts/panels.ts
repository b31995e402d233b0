/** The words of the pages of panels: the list, the settings and the log of deliveries. */

function count(number: number, one: string, many: string): string {
  return `${new Intl.NumberFormat().format(number)} ${number === 1 ? one : many}`;
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The head of every page of a panel. */
export const panelHeader = {
  panels: 'Panels',
  label: 'Parts of the panel',
  tabs: { files: 'Files', records: 'Records', settings: 'Settings', deliveries: 'Deliveries' },
  off: 'off',
  notFound: 'There is no such panel',
  notFoundText: 'It may have been deleted, or it is not shared with you.',
  toPanels: 'Show all panels',
};

/** What the rules of a folder mean, in sentences. */
export const folderRules = {
  operations: { upload: 'upload', read: 'read', list: 'list', update: 'change', delete: 'delete' },
  who: {
    none: (what: readonly string[]) => `Nobody may ${list(what)} files, not even through the API.`,
    owner: (what: readonly string[]) => `Only owners may ${list(what)} files.`,
    users: (what: readonly string[]) => `Users may ${list(what)} files.`,
    public: (what: readonly string[]) => `Everybody may ${list(what)} files, without signing in.`,
  },
  anyType: 'Files of every type are accepted.',
  noType: 'No file is accepted, because the list of types is empty.',
  types: (types: readonly string[]) => `Only ${list(types)} files are accepted.`,
  fileLimit: (megabytes: number) => `a file has at most ${count(megabytes, 'MB', 'MB')}`,
  filesLimit: (files: number) => `the folder holds at most ${count(files, 'file', 'files')}`,
  totalLimit: (megabytes: number) => `the folder holds at most ${count(megabytes, 'MB', 'MB')}`,
  bothLimits: (files: number, megabytes: number) =>
    `the folder holds at most ${count(files, 'file', 'files')} and ${count(megabytes, 'MB', 'MB')}`,
  limits: (parts: readonly string[]) => {
    const text = list(parts);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  noLimits: 'Only the limit of the panel applies to their size and number.',
  keepDays: (days: number) => `Files are deleted ${count(days, 'day', 'days')} after they come to the folder.`,
  keepForever: 'Files are kept until somebody deletes them.',
  publicLinks: 'Links to files never expire: whoever has one can always open the file.',
  expiringLinks: 'Links to files expire after an hour at most.',
  recordRequired: 'Every file must belong to a record.',
  withRecord: 'A file is deleted together with its record.',
  withoutRecord: 'A file stays when its record is deleted.',
};

/** The words of the pages of panels: the list, the settings and the log of deliveries. */
import * as words from './common.ts';

import { joinWords } from './lists.ts';
import { counted, formatNumber, LOCALE } from './locale.ts';

/** The head of every page of a panel. */
export const panelHeader = {
  label: 'Parts of the panel',
  tabs: { files: words.files, records: words.records, settings: words.settings, deliveries: words.deliveries },
  notFound: 'There is no such panel',
  notFoundText: 'It may have been deleted, or it is not shared with you.',
};

/** What the rules of a folder mean, in sentences. */
export const folderRules = {
  operations: { upload: 'upload', read: 'read', list: 'list', update: 'change', delete: 'delete' },
  who: {
    none: (what: readonly string[]) => `Nobody may ${joinWords(what)} files, not even through the API.`,
    owner: (what: readonly string[]) => `Only owners may ${joinWords(what)} files.`,
    users: (what: readonly string[]) => `Users may ${joinWords(what)} files.`,
    public: (what: readonly string[]) => `Everybody may ${joinWords(what)} files, without signing in.`,
  },
  anyType: 'Files of every type are accepted.',
  noType: 'No file is accepted, because the list of types is empty.',
  types: (types: readonly string[]) => `Only ${joinWords(types)} files are accepted.`,
  fileLimit: (megabytes: number) => `a file has at most ${counted(megabytes, 'MB', 'MB')}`,
  filesLimit: (files: number) => `the folder holds at most ${counted(files, 'file', 'files')}`,
  totalLimit: (megabytes: number) => `the folder holds at most ${counted(megabytes, 'MB', 'MB')}`,
  bothLimits: (files: number, megabytes: number) =>
    `the folder holds at most ${counted(files, 'file', 'files')} and ${counted(megabytes, 'MB', 'MB')}`,
  limits: (parts: readonly string[]) => {
    const text = joinWords(parts);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  noLimits: 'Only the limit of the panel applies to their size and number.',
  keepDays: (days: number) => `Files are deleted ${counted(days, 'day', 'days')} after they come to the folder.`,
  keepForever: 'Files are kept until somebody deletes them.',
  publicLinks: 'Links to files never expire: whoever has one can always open the file.',
  expiringLinks: 'Links to files expire after some time.',
  recordRequired: 'Every file must belong to a record.',
  withRecord: 'A file is deleted together with its record.',
  withoutRecord: 'A file stays when its record is deleted.',
};

export const settingsProblems = {
  required: 'Something is missing here.',
  least: (least: number) => `At least ${least}.`,
  most: (most: number) => `At most ${formatNumber(most)}.`,
  type: (type: string) => `“${type}” is no type: write image/*, application/pdf or .csv.`,
  knownFolder: 'This folder has rules already.',
  folderName: 'Only letters, digits, _ and -.',
  url: 'An address that begins with https:// or http://.',
  events: 'Choose at least one event.',
};

/** The parts of the settings, as they are named when two people change them at once. */
export const settingsParts = {
  fields: {
    name: 'name',
    organization_id: 'organization',
    group_id: 'group',
    enabled: 'on or off',
    database: 'database',
  },
  storage: 'file storage',
  limit: 'limit of the files',
  folder: (name: string) => `rules of the folder ${name}`,
  otherFolders: 'rules of all other folders',
  share: (email: string) => `share of ${email}`,
  groupShare: 'share of a group',
  webhook: (url: string) => `webhook ${url}`,
};

/** What happens to files when certain rules are saved. */
export const hazards = {
  folder: (name: string) => `the folder ${name}`,
  otherFolders: 'all other folders',
  opened: (where: string, what: readonly string[]) =>
    `Everybody will be able to ${joinWords(what)} files in ${where}, without signing in.`,
  publicLinks: (where: string) =>
    `Links to files in ${where} will never expire: whoever has one can always open the file.`,
  deleted: (where: string, days: number) =>
    `Files in ${where} that came there more than ${counted(days, 'day', 'days')} ago will be deleted. This can not be undone.`,
};

/** The list of panels. */
export const panels = {
  search: 'Search panels',
  searchHint: 'Search name or owner',
  whose: 'Whose panels',
  columns: {
    name: words.name,
    owner: words.owner,
    files: words.files,
    storage: words.storage,
    records: words.records,
    changed: words.changed,
  },
  sharedWith: 'shared',
  files: (files: number) => counted(files, 'file', 'files'),
  records: (records: number) => (records > 10_000 ? `${formatNumber(10_000)}+` : formatNumber(records)),
  noDatabase: 'no database',
  nothingFits: 'No panel fits',
  nothingFitsText: 'No panel that you can see fits the search.',
  emptyTitle: 'Create a first panel',
  emptyText:
    'A panel holds the records and files of one application. Workflows can start when they change, and webhooks tell other programs.',
  curl: (url: string) => `curl -X POST "${url}/api/v1/panel/create" -H "uni-api-key: $KEY" -d '{"name": "Shop"}'`,
};

export const createPanelDialog = {
  nameHint: 'The application that it is for.',
  contents: 'What it holds',
  databaseHint: 'A database of JSON documents in collections.',
  storageHint: 'Folders with rules of their own.',
};

export const panelSettings = {
  readOnly: 'You may use this panel, but not change its settings.',
  general: 'General',
  generalText: 'A panel that is off answers nobody, and links to its files do not work.',
  enabled: 'The panel is on',
  owner: 'Created by',
  organizationHint: 'Its storage quota then counts instead of that of the creator.',
  groupHint: 'Its members own the panel too.',
  unknownOwner: 'One that you do not belong to',
  database: 'Database',
  databaseText: 'Records are JSON documents in collections. Switching the database off deletes nothing.',
  databaseSwitch: 'The panel has a database',
  storage: 'File storage',
  storageText: 'Applications hide the files of a panel whose storage is off. The API still serves them.',
  storageSwitch: 'The panel stores files',
  limit: 'Limit in MB',
  limitHint: 'With 0, only the storage quota of the owner counts.',
  rules: 'Folder rules',
  rulesText:
    'Each folder can have rules of its own. Those of “all other folders” hold for the rest. Levels other than “nobody” are for the application that shows the files: the API allows them all.',
  otherFolders: 'All other folders',
  followers: 'Folders without rules of their own',
  followsOthers: 'follows the rules of all other folders',
  followsNobody: 'has no rules: only the API and the owner use it',
  ownRules: 'Give it rules',
  ownRulesOf: (name: string) => `Give ${name} its own rules`,
  newFolder: 'Folder',
  newFolderHint: 'invoices',
  addFolder: 'Add rules for a folder',
  addOthers: 'Add rules for all other folders',
  removeRulesOf: (name: string) => `Remove the rules of ${name}`,
  noRules: 'There are no rules yet: only the API and the owner use the folders.',
  meaning: 'What this means',
  editRulesOf: (name: string) => `Edit the rules of ${name}`,
  rights: 'Who may',
  right: {
    upload: words.upload,
    read: 'Read',
    list: 'List',
    update: words.change,
    delete: words.deleteAction,
  },
  levels: { none: words.nobody, owner: 'Owners', users: words.users, public: 'Everybody' },
  types: 'Accepted types',
  typesHint: 'image/*, application/pdf, .csv',
  typesText: 'Empty: every type.',
  max_file_mb: 'MB per file',
  max_files: words.files,
  max_total_mb: 'MB in all',
  keep_days: 'Days to keep',
  public_links: 'Links never expire',
  record_required: 'Files must belong to a record',
  keep_without_record: 'Files stay when their record is deleted',
  filesOf: (files: number, most: number) => `${formatNumber(files)} of ${counted(most, 'file', 'files')}`,
  sharingText: 'Whoever has access may use its records and files as the folder rules say.',
  canUse: 'Can use it',
  canChange: 'Can change it',
  webhooksText: 'Heddle sends an event to each of these addresses, signed with its secret, and tries again for a day.',
  webhooksHidden: 'Only those who may change the panel see its webhooks.',
  noWebhooks: 'Nobody is told about changes yet.',
  addWebhook: 'Add a webhook',
  webhook: (number: number) => `Webhook ${number}`,
  removeWebhook: (number: number) => `Remove webhook ${number}`,
  urlHint: 'https://example.org/hook',
  event: {
    'file.stored': 'A file was uploaded or replaced.',
    'file.changed': 'A file was moved, or has other metadata or another record.',
    'file.deleted': 'A file was deleted, by whatever cause.',
    'record.created': 'A record was created.',
    'record.changed': 'The data of a record was changed.',
    'record.deleted': 'A record was deleted.',
  },
  secret: 'Secret',
  secretText: 'Receivers check the signature with it, as Standard Webhooks describes.',
  newSecretText: 'A new secret is made when you save.',
  hiddenSecret: '••••••••••••••••',
  newSecret: 'Make a new secret',
  keepSecret: 'Keep the present secret',
  seeDeliveries: 'See what was delivered',
  watchingText: 'These start when records or files of the panel change.',
  watchesRecords: (collection: string, events: readonly string[]) =>
    `records ${joinWords(events)}${collection === '*' ? '' : ` in ${collection}`}`,
  watchesFiles: (folder: string, events: readonly string[]) =>
    `files ${joinWords(events)}${folder === '*' ? '' : ` in ${folder}`}`,
  deletion: 'Delete the panel',
  deleteWhat: (files: string, records: string, webhooks: number) =>
    `${files}, ${records} and ${counted(webhooks, 'webhook', 'webhooks')} go with it, and all links to its files stop working. No events are sent.`,
  deleteFiles: (files: number, size: string) => `${counted(files, 'file', 'files')} (${size})`,
  deleteRecords: (records: number) =>
    records > 10_000 ? 'more than 10,000 records' : counted(records, 'record', 'records'),
  deleteWorkflows: (workflows: number) =>
    `${counted(workflows, 'workflow', 'workflows')} will not be started by it any more.`,
  deleteConfirm: (name: string) => `Type ${name} to confirm`,
  invalid: 'Something is not right yet.',
  saveAction: 'Save the settings',
  saved: 'The settings were saved.',
  hazardTitle: 'Save these rules?',
  changedTitle: 'Somebody else changed these settings meanwhile',
  changedText: 'Your changes are kept. Where both of you changed the same, choose, and then save again.',
  merged: (parts: readonly string[]) => `Saved, with what somebody else changed meanwhile: ${joinWords(parts)}.`,
  takeTheirsOf: (part: string) => `Take theirs: ${part}`,
  keepMineOf: (part: string) => `Keep mine: ${part}`,
};

export const deliveries = {
  states: { waiting: words.waiting, delivered: 'Delivered', failed: words.failed, cancelled: words.cancelled },
  anyEvent: 'Any event',
  retryAll: (number: number) => `Retry ${formatNumber(number)}`,
  retryAllTitle: 'Retry these deliveries?',
  retryAllText: (number: number, event: string | undefined) =>
    `${counted(number, 'delivery', 'deliveries')}${event === undefined ? '' : ` of ${event}`} that failed or were cancelled will be sent again, for a day from now. Those whose webhook was removed are left out.`,
  retriedAll: (number: number, leftOut: number) =>
    `${counted(number, 'delivery is', 'deliveries are')} sent again.${leftOut > 0 ? ` ${counted(leftOut, 'was', 'were')} left out, because the webhook was removed.` : ''}`,
  retryOf: (event: string, url: string) => `Retry ${event} to ${url}`,
  retried: 'It is sent again.',
  columns: {
    state: words.state,
    event: words.event,
    subject: words.about,
    url: words.webhook,
    result: 'Last answer',
    time: words.time,
  },
  attempts: (number: number) => (number === 1 ? 'tried once' : `tried ${number} times`),
  notTried: 'not tried yet',
  answered: (status: number) => `status ${status}`,
  file: (id: string) => `file ${id}`,
  record: (key: string) => `record ${key}`,
  emptyTitle: 'Nothing was sent yet',
  emptyText:
    'When a file or record changes, the webhooks of the panel are told. The log has what was sent in the last days, and what went wrong.',
  emptyAction: 'Set up a webhook',
  nothingFits: 'No delivery fits',
  nothingFitsText: 'No delivery of the last days fits the filters.',
  showAll: 'Show all deliveries',
  forWriters: 'Only for those who may change the panel',
  forWritersText: 'The addresses of webhooks often contain secrets, so their deliveries are not shown to everybody.',
  curl: (url: string, id: string) =>
    `curl -X POST "${url}/api/v1/panel/update" -H "uni-api-key: $KEY" -d '{"id": "${id}", "webhooks": [{"url": "https://example.org/hook", "events": ["file.stored"]}]}'`,
};

const megabytes = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

export const storageUsage = {
  usedOf: (used: number, limit: number) =>
    `${used > 0 && used < 0.1 ? `< ${megabytes.format(0.1)}` : megabytes.format(used)} of ${megabytes.format(limit)} MB`,
};

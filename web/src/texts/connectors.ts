/** The words of the pages of connectors and MCP servers. */

import * as words from './common.ts';
import { formatNumber } from './locale.ts';

export const connectors = {
  search: 'Search connectors',
  searchPlaceholder: 'Title or name',
  table: 'Connectors and MCP servers',
  own: 'each user’s own',
  hidden: 'not shared with you',
  state: words.state,
  onlyFirst: (count: number) => `Only the first ${count} of each kind are shown. Search for the others.`,

  emptyTitle: 'No connectors yet',
  emptyText:
    'A connector makes tools of another service’s API: from the gallery, from its OpenAPI description, or from an MCP server. Steps, assistants and chats can then call it.',
  curl: (url: string) =>
    `curl "${url}/api/v1/connector/create" -H "uni-api-key: $KEY" -d '{"name": "petstore", "url": "https://petstore3.swagger.io/api/v3/openapi.json"}'`,
  nothingFits: 'No connector fits',
  nothingFitsText: 'No connector or MCP server that you can see has this in its title or name.',
  showAll: 'Show all connectors',

  all: 'All connectors',
  notFound: 'There is no such connector',
  notFoundText: 'It may have been deleted, or it is not shared with you.',
};

export const serverStates = {
  ready: words.ready,
  unreachable: 'Not reachable',
  connect: words.notConnected,
  off: words.off,
};

export const newConnector = {
  label: 'Where it comes from',
  starts: { gallery: 'Gallery', document: 'OpenAPI description', mcp: words.mcpServer },

  search: 'Search the gallery',
  searchPlaceholder: 'Name of a service, or what it does',
  categories: 'Categories',
  category: (name: string) =>
    /^(ai|crm)$/.test(name) ? name.toUpperCase() : `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  galleryText: 'Choose a service and paste its key. Everything else is known.',
  nothingFits: 'Nothing in the gallery fits.',
  useDescription: 'Most services publish an OpenAPI description: use that.',
  anotherService: 'Another service',
  description: 'Its documentation',

  aboutText: 'The tools of the connector begin with its name, such as github_list_issues. The name stays.',
  nameHint: 'Lower-case letters, digits and _',
  nameInvalid: 'Lower-case letters, digits and _, beginning with a letter.',
  titleHint: 'What people read in lists.',

  documentText: 'OpenAPI 3.1, 3.0 or Swagger 2.0, as JSON or YAML, up to 20 MB.',
  sources: { url: words.url, file: words.file, text: words.text },
  sourceLabel: 'Where the description is',
  url: 'URL of the description',
  urlPlaceholder: 'https://api.example.org/openapi.json',
  file: 'File with the description',
  otherFile: 'Choose another file',
  noFile: 'No file is chosen.',
  text: 'The description itself',

  found: 'What was found',
  operations: (count: number) => (count === 1 ? 'One operation' : `${formatNumber(count)} operations`),
  apiVersion: (version: string) => `version ${version}`,
  formats: { 'swagger-2.0': 'Swagger 2.0', 'openapi-3.0': 'OpenAPI 3.0', 'openapi-3.1': 'OpenAPI 3.1' },
  skipped: (count: number) =>
    count === 1 ? 'One operation can not become a tool' : `${formatNumber(count)} operations can not become tools`,
  which: 'Which operations',
  whichText:
    'Operations that are on are tools. Those of large APIs are best chosen by subject; each can be switched later.',
  untagged: 'without a subject',
  allOn: 'All are on.',
  tagsHint: 'More than 100 operations: choose the subjects that you need now. None is fine, too.',
  tag: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  baseUrlHint: 'What the paths of the operations are added to.',
  otherHosts: (count: number) =>
    `${count === 1 ? 'One operation has' : `${formatNumber(count)} operations have`} a server of ${count === 1 ? 'its' : 'their'} own`,
  otherHostsText: 'With another base URL, calls of these are refused unless the connector allows the host.',
  ownAddress: 'Each customer has an address of their own.',
  documentAddress: 'Empty: the one that the description names.',
  baseUrlNeeded: 'The description does not say where the API is: enter its base URL.',

  accessText: 'With which credential the API is called.',
  choices: {
    new: 'A new credential',
    existing: 'A credential that is there',
    own: 'Each user connects their own',
    none: 'None: the API is open',
  },
  hiddenCredential: 'One that is not shared with you',
  allFields: 'Show all fields',
  noCredential: 'You have no credential that you may use.',
  hosts: (hosts: string) => `It goes only to ${hosts}.`,
  noHosts: 'Its host is known as soon as there is a base URL.',
  ownText: 'Everybody who uses the connector needs a credential of their own for it.',

  openServer: 'None: the server is open',
  serverAccessText: 'With which credential the server is called. Many servers let people sign in in the browser.',
  serverOwnText: 'Everybody signs in at the server with their own account, and sees what it shows them.',
  serverPlaceholder: 'https://mcp.example.org/mcp',
  ready: 'Everything is there.',
  serverText: 'Where the server speaks streamable HTTP. What it asks for is checked when it is created.',
  serverUrl: 'URL of the server',

  created: (title: string) => `The connector ${title} was created.`,
  serverCreated: (title: string) => `The MCP server ${title} was added.`,
  credentialMade: (name: string) =>
    `The credential ${name} was created already. It is chosen below, so that it is not made twice.`,
};

export const connectorPage = {
  facts: { read: 'Description read' },
  apiOf: (title: string, version: string) => (version === '' ? title : `${title}, version ${version}`),
  openCredential: 'Open the credential',
  credentialNotReady: (name: string) => `The credential ${name} does not work at the moment, so calls fail.`,
  readOnly: 'It is shared with you to use. You can see it, but not change it.',
  adminOnly: 'You see it as an administrator. You can share and delete it, but not use it.',

  on: (on: number, all: number) => `${formatNumber(on)} of ${formatNumber(all)} are on`,
  shown: (count: number) => `${formatNumber(count)} shown`,
  search: 'Search operations',
  searchPlaceholder: 'Name, path or what it does',
  tag: 'Subject',
  allTags: 'All subjects',
  tagOf: (name: string, enabled: number, count: number) => `${name} (${enabled} of ${count} on)`,
  which: 'Which',
  turnOn: (count: number) => (count === 1 ? 'Turn it on' : `Turn all ${formatNumber(count)} on`),
  turnOff: (count: number) => (count === 1 ? 'Turn it off' : `Turn all ${formatNumber(count)} off`),
  switched: (count: number) => (count === 1 ? 'One operation was switched.' : `${count} operations were switched.`),
  switchOf: (title: string) => `${title} is a tool`,
  open: (title: string) => `Open ${title}`,
  deprecated: 'deprecated',
  nothingFits: 'No operation fits.',
  skipped: (count: number) =>
    count === 1
      ? 'One operation of the description can not become a tool'
      : `${formatNumber(count)} operations of the description can not become tools`,

  tool: 'Name of the tool',
  copyTool: 'Copy the name of the tool',
  params: 'Its form',
  paramsText: 'What a step with this tool asks for.',
  noParams: 'It needs no params.',
  paging: words.paging,
  pages: 'A step can read all pages of this list.',

  settingsText: 'How the API is called.',
  allowedHosts: 'Other hosts',
  allowedHostsHint:
    'Hosts to which operations with servers of their own may go although the base URL is not that of the description.',
  rate: 'Rate limit',
  rateText:
    'Calls wait so that all processes together make no more. Without a limit, only the API’s own answers slow it down.',
  seconds: 'Seconds',
  rateNumbers: 'The rate limit needs numbers.',
  paramNeeded: 'Paging needs the name of a param.',
  nextNeeded: 'Paging needs to know where the next cursor is.',
  credentialNeeded: 'Choose a credential.',
  rateHalf: 'Both numbers are needed, or none.',
  paginationText: 'How the next page of a list is asked for, where an operation does not say it itself.',
  pagingKind: 'How pages are turned',
  kinds: {
    none: 'As each operation says',
    link: 'By the header Link',
    cursor: 'By a cursor in the reply',
    page: 'By page numbers',
    offset: 'By offsets',
  },
  param: 'Param',
  next: 'Where the next cursor is (JMESPath)',
  first: 'First page',
  items: 'Where the list is (JMESPath)',
  itemsHint: 'Empty when the reply itself is the list.',

  refreshTitle: 'Read the description again',
  refreshFrom: (url: string) => `From ${url}`,
  refreshText: 'Nothing changes before you have seen what would.',
  same: 'Nothing has changed.',
  added: (count: number) => `${formatNumber(count)} new`,
  removed: (count: number) => `${formatNumber(count)} gone`,
  changed: (count: number) => `${formatNumber(count)} changed`,
  unchanged: (count: number) => `${formatNumber(count)} stay as they are.`,
  parts: { params: 'params', description: words.descriptionInText, path: 'path' },
  used: 'These steps use operations that are gone, and will fail:',
  usedBy: (tool: string, workflow: string) => `${tool} in ${workflow}`,
  applied: 'The connector was refreshed.',

  saved: 'The connector was saved.',
  deleteSectionText: 'Its tools are gone at once. Its credential stays.',
  deleteText: (prefix: string) =>
    `Steps and assistants that use tools beginning with ${prefix}_ fail. This can not be undone.`,
  usesNow: 'They are used now by:',
  moreUses: (count: number) => `and ${count} more`,
  deleted: (title: string) => `${title} was deleted.`,
};

export const serverPage = {
  check: 'Check now',
  checked: 'The server answered.',
  connect: 'Connect your account',
  connectAgain: 'Connect another account',
  connectText: 'The server asks for an account. Its tools can be used as soon as you have connected yours.',
  unreachable: 'The server can not be reached, or it did not answer as expected.',
  offText: 'It is off: its tools can not be used.',
  facts: { checkedAt: 'Checked' },
  toolsText: 'What the server offers. What is off can not be used in steps and chats.',
  noTools: 'The server has listed no tools.',
  leftOut: (count: number) =>
    count === 1 ? 'One tool is too large and left out.' : `${count} tools are too many or too large, and left out.`,
  searchPlaceholder: 'Name or what it does',
  switchOf: (title: string) => `${title} can be used`,
  turnAllOn: 'Turn all on',
  turnAllOff: 'Turn all off',
  settingsText: 'Where the server is, and how Heddle signs in there.',
  enabledHint: 'Whether its tools can be used.',
  saved: 'The MCP server was saved.',
  notFound: 'There is no such MCP server',
};

/** The account that each user of a connector has for themselves. */
export const ownAccount = {
  title: 'Your account',
  text: 'Everybody uses this connector with a credential of their own. Nobody else can use yours.',
  saved: 'Your account is saved.',
  replace: 'Use another one',
};

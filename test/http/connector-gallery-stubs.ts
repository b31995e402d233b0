/**
 * What the vendors of the gallery really have, written down: a list of each with its path, params and two pages, and the
 * header in which they expect the key. The pages are answered by the param that leads to the second one.
 */
type Json = Record<string, unknown>;

export interface GalleryStub {
  /** The operation as the vendor's document has it. */
  path: string;
  operationId?: string;
  method?: 'get';
  query: readonly string[];
  /** Further parts of the operation, and of the document. */
  parameters?: readonly Json[];
  document?: Json;
  swagger?: boolean;
  /** The name of the tool without its prefix. */
  tool: string;
  /** Params of the call besides those of the path, which are all 'x'. */
  params?: Json;
  /** The header with the key, as it must arrive. */
  auth: readonly [header: string, value: string];
  /** The param with the second page, and its value. The second page is also the last one. */
  next: readonly [param: string, value: string] | null;
  /** Makes the reply with these items. `here` is the URL of the request without its query. */
  reply(items: readonly Json[], isLast: boolean, here: URL): unknown;
  /** The second page is named in a header. */
  link?: boolean;
}

export const SECRET = 'k3y-0123456789abcdef';
const bearer = ['authorization', `Bearer ${SECRET}`] as const;
const basic = ['authorization', `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`] as const;
const listed =
  (name: string): GalleryStub['reply'] =>
  items => ({ [name]: items });
const bare: GalleryStub['reply'] = items => items;
const cursor =
  (name: string, after: (value: string) => Json): GalleryStub['reply'] =>
  (items, isLast) => ({ [name]: items, ...(isLast ? {} : after('c2')) });

export const galleryStubs: Record<string, GalleryStub> = {
  anthropic: {
    path: '/v1/models',
    query: ['after_id', 'limit'],
    parameters: [{ name: 'x-api-key', in: 'header', required: true, schema: { type: 'string' } }],
    tool: 'get_v1_models',
    auth: ['x-api-key', SECRET],
    next: ['after_id', 'c2'],
    reply: (items, isLast) => ({ data: items, has_more: !isLast, last_id: 'c2' }),
  },
  asana: {
    path: '/tasks',
    operationId: 'getTasks',
    query: ['offset', 'limit'],
    tool: 'get_tasks',
    auth: bearer,
    next: ['offset', 'c2'],
    reply: cursor('data', offset => ({ next_page: { offset } })),
  },
  bitbucket: {
    path: '/repositories/{workspace}',
    query: ['role'],
    swagger: true,
    tool: 'get_repositories_by_workspace',
    auth: bearer,
    next: ['page', '2'],
    reply: (items, isLast, here) => ({ values: items, ...(!isLast && { next: `${here}?page=2` }) }),
  },
  box: {
    path: '/folders/{folder_id}/items',
    operationId: 'get_folders_id_items',
    query: ['offset', 'limit'],
    tool: 'get_folders_id_items',
    auth: bearer,
    next: ['offset', '2'],
    reply: listed('entries'),
  },
  circleci: {
    path: '/pipeline',
    operationId: 'listPipelines',
    query: ['org-slug', 'page-token'],
    tool: 'list_pipelines',
    auth: ['circle-token', SECRET],
    next: ['page-token', 'c2'],
    reply: cursor('items', next_page_token => ({ next_page_token })),
  },
  cloudflare: {
    path: '/zones',
    operationId: 'zones-get',
    query: ['page', 'per_page'],
    tool: 'zones_get',
    auth: bearer,
    next: ['page', '2'],
    reply: items => ({ result: items, errors: [], messages: [], success: true }),
  },
  confluence: {
    path: '/pages',
    operationId: 'getPages',
    query: ['cursor', 'limit'],
    document: { servers: [{ url: 'https://your-domain.atlassian.net/wiki/api/v2' }] },
    tool: 'get_pages',
    auth: basic,
    next: ['cursor', 'c2'],
    reply: (items, isLast, here) => ({ results: items, _links: isLast ? {} : { next: `${here.pathname}?cursor=c2` } }),
  },
  digitalocean: {
    path: '/v2/droplets',
    operationId: 'droplets_list',
    query: ['per_page', 'page'],
    tool: 'droplets_list',
    auth: bearer,
    next: ['page', '2'],
    reply: items => ({ droplets: items, links: {}, meta: { total: 3 } }),
  },
  discord: {
    path: '/guilds/{guild_id}/members',
    operationId: 'list_guild_members',
    query: ['limit', 'after'],
    tool: 'list_guild_members',
    auth: ['authorization', `Bot ${SECRET}`],
    next: ['after', '2'],
    reply: items => items.map(item => ({ ...item, user: { id: item.id } })),
  },
  docusign: {
    path: '/v2.1/accounts/{accountId}/envelopes',
    operationId: 'Envelopes_GetEnvelopes',
    query: ['count', 'start_position'],
    swagger: true,
    document: { host: 'www.docusign.net', basePath: '/restapi', schemes: ['https'] },
    tool: 'envelopes_get_envelopes',
    auth: bearer,
    next: ['start_position', '2'],
    reply: listed('envelopes'),
  },
  figma: {
    path: '/v1/teams/{team_id}/components',
    operationId: 'getTeamComponents',
    query: ['page_size', 'after'],
    tool: 'get_team_components',
    auth: ['x-figma-token', SECRET],
    next: ['after', 'c2'],
    reply: (items, isLast) => ({ meta: { components: items, cursor: isLast ? {} : { after: 'c2' } }, items }),
  },
  github: {
    path: '/repos/{owner}/{repo}/issues',
    operationId: 'issues/list-for-repo',
    query: ['per_page', 'page'],
    tool: 'issues_list_for_repo',
    auth: bearer,
    next: ['page', '2'],
    link: true,
    reply: bare,
  },
  gitlab: {
    path: '/api/v4/projects',
    operationId: 'getApiV4Projects',
    query: ['page', 'per_page'],
    tool: 'get_api_v4_projects',
    auth: ['private-token', SECRET],
    next: ['page', '2'],
    link: true,
    reply: bare,
  },
  gmail: {
    path: '/gmail/v1/users/{userId}/messages',
    operationId: 'gmail.users.messages.list',
    query: ['pageToken', 'maxResults'],
    tool: 'gmail_users_messages_list',
    auth: bearer,
    next: ['pageToken', 'c2'],
    reply: cursor('messages', nextPageToken => ({ nextPageToken })),
  },
  'google-calendar': {
    path: '/calendars/{calendarId}/events',
    operationId: 'calendar.events.list',
    query: ['pageToken', 'maxResults'],
    tool: 'calendar_events_list',
    auth: bearer,
    next: ['pageToken', 'c2'],
    reply: cursor('items', nextPageToken => ({ nextPageToken })),
  },
  'google-drive': {
    path: '/files',
    operationId: 'drive.files.list',
    query: ['pageToken', 'pageSize'],
    tool: 'drive_files_list',
    auth: bearer,
    next: ['pageToken', 'c2'],
    reply: cursor('files', nextPageToken => ({ nextPageToken })),
  },
  'google-sheets': {
    path: '/v4/spreadsheets/{spreadsheetId}/values/{range}',
    operationId: 'sheets.spreadsheets.values.get',
    query: ['majorDimension'],
    tool: 'sheets_spreadsheets_values_get',
    auth: bearer,
    next: null,
    reply: listed('values'),
  },
  hubspot: {
    path: '/crm/v3/objects/contacts',
    operationId: 'get-/crm/v3/objects/contacts_getPage',
    query: ['limit', 'after'],
    tool: 'get_crm_v3_objects_contacts_get_page',
    auth: bearer,
    next: ['after', 'c2'],
    reply: cursor('results', after => ({ paging: { next: { after } } })),
  },
  intercom: {
    path: '/contacts',
    operationId: 'ListContacts',
    query: ['per_page', 'starting_after'],
    tool: 'list_contacts',
    auth: bearer,
    next: ['starting_after', 'c2'],
    reply: (items, isLast) => ({ data: items, pages: isLast ? {} : { next: { starting_after: 'c2' } } }),
  },
  jira: {
    path: '/rest/api/3/project/search',
    operationId: 'searchProjects',
    query: ['startAt', 'maxResults'],
    document: { servers: [{ url: 'https://your-domain.atlassian.net' }] },
    tool: 'search_projects',
    auth: basic,
    next: ['startAt', '2'],
    reply: listed('values'),
  },
  klaviyo: {
    path: '/api/profiles',
    operationId: 'get_profiles',
    query: ['page[cursor]', 'page[size]'],
    tool: 'get_profiles',
    auth: ['authorization', `Klaviyo-API-Key ${SECRET}`],
    next: ['page[cursor]', 'c2'],
    reply: (items, isLast, here) => ({ data: items, links: { next: isLast ? null : `${here}?page%5Bcursor%5D=c2` } }),
  },
  netlify: {
    path: '/sites',
    operationId: 'listSites',
    query: ['page', 'per_page'],
    swagger: true,
    tool: 'list_sites',
    auth: bearer,
    next: ['page', '2'],
    link: true,
    reply: bare,
  },
  notion: {
    path: '/v1/blocks/{id}/children',
    operationId: 'retrieveBlockChildren',
    query: ['page_size'],
    tool: 'retrieve_block_children',
    params: { 'Notion-Version': '2022-06-28' },
    auth: bearer,
    next: ['start_cursor', 'c2'],
    reply: (items, isLast) => ({ results: items, has_more: !isLast, next_cursor: isLast ? null : 'c2' }),
  },
  openai: {
    path: '/files',
    operationId: 'listFiles',
    query: ['limit', 'after'],
    tool: 'list_files',
    auth: bearer,
    next: ['after', 'c2'],
    reply: (items, isLast) => ({ data: items, has_more: !isLast, last_id: 'c2' }),
  },
  pagerduty: {
    path: '/incidents',
    operationId: 'listIncidents',
    query: ['limit', 'offset'],
    tool: 'list_incidents',
    auth: ['authorization', `Token token=${SECRET}`],
    next: ['offset', '2'],
    reply: (items, isLast) => ({ incidents: items, more: !isLast }),
  },
  resend: {
    path: '/emails',
    query: ['limit', 'after'],
    tool: 'get_emails',
    auth: bearer,
    next: ['after', '2'],
    reply: (items, isLast) => ({ object: 'list', data: items, has_more: !isLast }),
  },
  sendgrid: {
    path: '/v3/mail/batch/{batch_id}',
    operationId: 'GetMailBatch',
    query: [],
    tool: 'get_mail_batch',
    auth: bearer,
    next: null,
    reply: listed('batches'),
  },
  sentry: {
    path: '/api/0/organizations/{organization_id_or_slug}/projects/',
    operationId: "List an Organization's Projects",
    query: ['cursor'],
    tool: 'list_an_organization_s_projects',
    auth: bearer,
    next: ['cursor', 'c2'],
    link: true,
    reply: bare,
  },
  slack: {
    path: '/conversations.list',
    operationId: 'conversations_list',
    query: ['cursor', 'limit'],
    parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
    tool: 'conversations_list',
    auth: bearer,
    next: ['cursor', 'c2'],
    reply: (items, isLast) => ({ channels: items, response_metadata: { next_cursor: isLast ? '' : 'c2' } }),
  },
  spotify: {
    path: '/playlists/{playlist_id}/tracks',
    operationId: 'get-playlists-tracks',
    query: ['limit', 'offset'],
    tool: 'get_playlists_tracks',
    auth: bearer,
    next: ['offset', '2'],
    reply: listed('items'),
  },
  square: {
    path: '/v2/payments',
    operationId: 'ListPayments',
    query: ['cursor', 'limit'],
    tool: 'list_payments',
    auth: bearer,
    next: ['cursor', 'c2'],
    reply: cursor('payments', next => ({ cursor: next })),
  },
  stripe: {
    path: '/v1/customers',
    operationId: 'GetCustomers',
    query: ['limit', 'starting_after'],
    tool: 'get_customers',
    auth: bearer,
    next: ['starting_after', '2'],
    reply: (items, isLast) => ({ object: 'list', data: items, has_more: !isLast }),
  },
  trello: {
    path: '/boards/{id}/cards',
    operationId: 'get-boards-id-cards',
    query: [],
    tool: 'get_boards_id_cards',
    auth: ['authorization', `OAuth ${SECRET}`],
    next: null,
    reply: bare,
  },
  twilio: {
    path: '/2010-04-01/Accounts/{AccountSid}/Messages.json',
    operationId: 'ListMessage',
    query: ['PageSize', 'Page', 'PageToken'],
    tool: 'list_message',
    auth: basic,
    next: ['PageToken', 'c2'],
    reply: (items, isLast, here) => ({
      messages: items,
      next_page_uri: isLast ? null : `${here.pathname}?Page=1&PageToken=c2`,
    }),
  },
  vercel: {
    path: '/v10/projects',
    operationId: 'getProjects',
    query: ['until', 'limit'],
    tool: 'get_projects',
    auth: bearer,
    next: ['until', '1540095775951'],
    reply: (items, isLast) => ({ projects: items, pagination: { next: isLast ? null : 1_540_095_775_951 } }),
  },
  xero: {
    path: '/Invoices',
    operationId: 'getInvoices',
    query: ['page'],
    parameters: [{ name: 'xero-tenant-id', in: 'header', required: true, schema: { type: 'string' } }],
    tool: 'get_invoices',
    params: { 'xero-tenant-id': 'tenant' },
    auth: bearer,
    next: ['page', '2'],
    reply: listed('Invoices'),
  },
  zendesk: {
    path: '/api/v2/tickets',
    operationId: 'ListTickets',
    query: ['external_id'],
    document: {
      servers: [
        {
          url: 'https://{subdomain}.{domain}.com',
          variables: { subdomain: { default: 'some' }, domain: { default: 'zendesk' } },
        },
      ],
    },
    tool: 'list_tickets',
    auth: basic,
    next: ['page', '2'],
    reply: (items, isLast, here) => ({ tickets: items, next_page: isLast ? null : `${here}?page=2` }),
  },
};

/** The document around the operation, in the dialect of the vendor. */
export function stubDocument(stub: GalleryStub): Json {
  const type = { type: 'string' };
  const param = (name: string, place: string) => ({
    name,
    in: place,
    required: place === 'path',
    ...(stub.swagger ? type : { schema: type }),
  });
  const inPath = [...stub.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => param(name, 'path'));
  const parameters = [...inPath, ...stub.query.map(name => param(name, 'query')), ...(stub.parameters ?? [])];
  const good = stub.swagger ? { schema: {} } : { content: { 'application/json': {} } };
  const operation = {
    ...(stub.operationId !== undefined && { operationId: stub.operationId }),
    parameters,
    responses: { 200: { description: 'Fine', ...good } },
  };
  return {
    ...(stub.swagger ? { swagger: '2.0' } : { openapi: '3.0.3' }),
    info: { title: 'Stub', version: '1' },
    paths: { [stub.path]: { get: operation } },
    ...stub.document,
  };
}

/** Documents, files, tasks and calendars. */
import { type GalleryEntry, NO_RULES } from './entry.ts';

/** People register a client of their own, because this service has none. */
const google = (...scopes: string[]) => ({
  issuer: 'https://accounts.google.com',
  scopes: scopes.map(scope => `https://www.googleapis.com/auth/${scope}`),
  // Otherwise there is no refresh token, and the connection ends after an hour.
  extra_params: { access_type: 'offline', prompt: 'consent' },
});
const GOOGLE_HINT = 'console.cloud.google.com → APIs & Services → Credentials → Create credentials → OAuth client ID';
const ATLASSIAN_HINT =
  'id.atlassian.com → Security → API tokens. The user name is your mail address, the password the token';

export const working: readonly GalleryEntry[] = [
  {
    ...NO_RULES,
    slug: 'notion',
    title: 'Notion',
    description: 'Pages, databases, blocks and users of a Notion workspace.',
    categories: ['documents', 'productivity'],
    documentUrl: 'https://api.apis.guru/v2/specs/notion.com/1.0.0/openapi.json',
    baseUrl: 'https://api.notion.com',
    docsUrl: 'https://developers.notion.com/reference/intro',
    credential: {
      kind: 'bearer',
      hosts: ['api.notion.com'],
      fields: {},
      hint: 'notion.so/profile/integrations → New integration → Internal integration secret; then add it to the pages that it may see',
    },
    overlay: [
      {
        target: '$.paths.*',
        update: {
          parameters: [
            {
              name: 'Notion-Version',
              in: 'header',
              required: true,
              description: 'The version of the API.',
              schema: { type: 'string', enum: ['2022-06-28'], default: '2022-06-28' },
            },
          ],
        },
      },
      {
        target: "$.paths['/v1/blocks/{id}/children'].get",
        update: {
          parameters: [{ name: 'start_cursor', in: 'query', description: 'Of a page.', schema: { type: 'string' } }],
        },
      },
    ],
    pagination: { kind: 'cursor', param: 'start_cursor', next: 'has_more && next_cursor' },
    rate: { calls: 3, seconds: 1 },
  },
  {
    ...NO_RULES,
    slug: 'jira',
    title: 'Jira Cloud',
    description: 'Issues, projects, boards and users of Jira Cloud.',
    categories: ['productivity', 'development'],
    documentUrl: 'https://developer.atlassian.com/cloud/jira/platform/swagger-v3.v3.json',
    baseUrl: null,
    docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/',
    credential: { kind: 'basic', hosts: ['*.atlassian.net'], fields: {}, hint: ATLASSIAN_HINT },
    // The document has a host that stands for everybody's own.
    overlay: [{ target: '$.servers', remove: true }],
    pagination: { kind: 'offset', param: 'startAt', items: 'values' },
    enable: { tags: ['Issues', 'Issue search', 'Issue comments', 'Projects'] },
  },
  {
    ...NO_RULES,
    slug: 'confluence',
    title: 'Confluence Cloud',
    description: 'Pages, spaces, comments and attachments of Confluence Cloud.',
    categories: ['documents', 'productivity'],
    documentUrl: 'https://dac-static.atlassian.com/cloud/confluence/openapi-v2.v3.json',
    baseUrl: null,
    docsUrl: 'https://developer.atlassian.com/cloud/confluence/rest/v2/intro/',
    credential: { kind: 'basic', hosts: ['*.atlassian.net'], fields: {}, hint: ATLASSIAN_HINT },
    overlay: [{ target: '$.servers', remove: true }],
    // The next page is the path and query of a URL.
    pagination: { kind: 'cursor', param: 'cursor', next: '_links.next' },
    enable: { tags: ['Page', 'Space', 'Comment'] },
  },
  {
    ...NO_RULES,
    slug: 'asana',
    title: 'Asana',
    description: 'Tasks, projects, sections and teams of Asana.',
    categories: ['productivity'],
    documentUrl: 'https://raw.githubusercontent.com/Asana/openapi/master/defs/asana_oas.yaml',
    baseUrl: 'https://app.asana.com/api/1.0',
    docsUrl: 'https://developers.asana.com/reference/rest-api-reference',
    credential: {
      kind: 'bearer',
      hosts: ['app.asana.com'],
      fields: {},
      hint: 'app.asana.com/0/my-apps → Create new token',
    },
    // What is called an offset is a cursor.
    pagination: { kind: 'cursor', param: 'offset', next: 'next_page.offset' },
    rate: { calls: 150, seconds: 60 },
    enable: { tags: ['Tasks', 'Projects', 'Sections', 'Stories'] },
  },
  {
    ...NO_RULES,
    slug: 'trello',
    title: 'Trello',
    description: 'Boards, lists and cards of Trello.',
    categories: ['productivity'],
    documentUrl: 'https://developer.atlassian.com/cloud/trello/swagger.v3.json',
    baseUrl: 'https://api.trello.com/1',
    docsUrl: 'https://developer.atlassian.com/cloud/trello/rest/',
    credential: {
      kind: 'header',
      hosts: ['api.trello.com'],
      fields: { name: 'Authorization', prefix: 'OAuth ' },
      hint: 'trello.com/power-ups/admin gives a key and a token. Enter oauth_consumer_key="KEY", oauth_token="TOKEN"',
    },
    rate: { calls: 100, seconds: 10 },
  },
  {
    ...NO_RULES,
    slug: 'google-calendar',
    title: 'Google Calendar',
    description: 'Events and calendars of a Google account.',
    categories: ['productivity'],
    documentUrl: 'https://api.apis.guru/v2/specs/googleapis.com/calendar/v3/openapi.json',
    baseUrl: 'https://www.googleapis.com/calendar/v3',
    docsUrl: 'https://developers.google.com/workspace/calendar/api/v3/reference',
    credential: {
      kind: 'oauth2_code',
      hosts: ['www.googleapis.com'],
      fields: google('calendar'),
      hint: GOOGLE_HINT,
    },
    pagination: { kind: 'cursor', param: 'pageToken', next: 'nextPageToken' },
  },
  {
    ...NO_RULES,
    slug: 'google-drive',
    title: 'Google Drive',
    description: 'Files, folders and permissions of a Google account.',
    categories: ['storage', 'documents'],
    documentUrl: 'https://api.apis.guru/v2/specs/googleapis.com/drive/v3/openapi.json',
    baseUrl: 'https://www.googleapis.com/drive/v3',
    docsUrl: 'https://developers.google.com/workspace/drive/api/reference/rest/v3',
    credential: { kind: 'oauth2_code', hosts: ['www.googleapis.com'], fields: google('drive'), hint: GOOGLE_HINT },
    pagination: { kind: 'cursor', param: 'pageToken', next: 'nextPageToken' },
  },
  {
    ...NO_RULES,
    slug: 'google-sheets',
    title: 'Google Sheets',
    description: 'Cells and sheets of the spreadsheets of a Google account.',
    categories: ['documents', 'productivity'],
    documentUrl: 'https://api.apis.guru/v2/specs/googleapis.com/sheets/v4/openapi.json',
    baseUrl: 'https://sheets.googleapis.com',
    docsUrl: 'https://developers.google.com/workspace/sheets/api/reference/rest',
    credential: {
      kind: 'oauth2_code',
      hosts: ['sheets.googleapis.com'],
      fields: google('spreadsheets'),
      hint: GOOGLE_HINT,
    },
    rate: { calls: 60, seconds: 60 },
  },
  {
    ...NO_RULES,
    slug: 'box',
    title: 'Box',
    description: 'Files, folders, comments and tasks of Box.',
    categories: ['storage', 'documents'],
    documentUrl: 'https://raw.githubusercontent.com/box/box-openapi/main/openapi.json',
    baseUrl: 'https://api.box.com/2.0',
    docsUrl: 'https://developer.box.com/reference/',
    credential: {
      kind: 'oauth2_code',
      hosts: ['api.box.com', 'upload.box.com'],
      fields: {
        authorization_url: 'https://account.box.com/api/oauth2/authorize',
        token_url: 'https://api.box.com/oauth2/token',
        client_authentication: 'post',
      },
      hint: 'app.box.com/developers/console → Create platform app → Custom app → User authentication (OAuth 2.0)',
    },
    pagination: { kind: 'offset', param: 'offset', items: 'entries' },
    rate: { calls: 1000, seconds: 60 },
    enable: { tags: ['Files', 'Folders', 'Search', 'Uploads', 'Downloads'] },
  },
  {
    ...NO_RULES,
    slug: 'docusign',
    title: 'DocuSign eSignature',
    description: 'Envelopes, documents, recipients and templates of DocuSign.',
    categories: ['documents'],
    documentUrl:
      'https://raw.githubusercontent.com/docusign/OpenAPI-Specifications/master/esignature.rest.swagger-v2.1.json',
    baseUrl: null,
    docsUrl: 'https://developers.docusign.com/docs/esign-rest-api/reference/',
    credential: {
      kind: 'oauth2_code',
      hosts: ['*.docusign.net'],
      fields: {
        authorization_url: 'https://account.docusign.com/oauth/auth',
        token_url: 'https://account.docusign.com/oauth/token',
        scopes: ['signature'],
      },
      hint: 'Settings → Apps and keys → Add app and integration key. The base URL is the account base URI with /restapi, such as https://eu.docusign.net/restapi',
    },
    // Accounts live on different hosts.
    overlay: [
      { target: '$.host', remove: true },
      { target: '$.basePath', remove: true },
    ],
    pagination: { kind: 'offset', param: 'start_position', items: null },
    enable: { tags: ['Envelopes', 'EnvelopeDocuments', 'EnvelopeRecipients', 'Templates'] },
  },
];

/** Chat, mail, telephone and support. */
import { type GalleryEntry, NO_RULES } from './entry.ts';

export const talking: readonly GalleryEntry[] = [
  {
    ...NO_RULES,
    slug: 'slack',
    title: 'Slack',
    description: 'Channels, messages, users and files of a Slack workspace.',
    categories: ['chat'],
    documentUrl: 'https://api.apis.guru/v2/specs/slack.com/1.7.0/openapi.json',
    baseUrl: 'https://slack.com/api',
    docsUrl: 'https://api.slack.com/methods',
    credential: {
      kind: 'bearer',
      hosts: ['slack.com'],
      fields: {},
      hint: 'api.slack.com/apps → your app → OAuth & Permissions → Bot user OAuth token (xoxb-…)',
    },
    // The document asks for the token again, as a param of each operation.
    overlay: [
      { target: "$.paths.*.*.parameters[?@.name=='token']", remove: true },
      {
        target: "$.paths.*.post.requestBody.content['application/x-www-form-urlencoded'].schema.properties.token",
        remove: true,
      },
      {
        target: "$.paths.*.post.requestBody.content['application/x-www-form-urlencoded'].schema.required[?@=='token']",
        remove: true,
      },
    ],
    pagination: { kind: 'cursor', param: 'cursor', next: 'response_metadata.next_cursor' },
    enable: { tags: ['chat', 'conversations', 'users', 'reactions'] },
  },
  {
    ...NO_RULES,
    slug: 'discord',
    title: 'Discord',
    description: 'Channels, messages, members and roles of Discord servers.',
    categories: ['chat'],
    documentUrl: 'https://raw.githubusercontent.com/discord/discord-api-spec/main/specs/openapi.json',
    baseUrl: 'https://discord.com/api/v10',
    docsUrl: 'https://discord.com/developers/docs/reference',
    credential: {
      kind: 'header',
      hosts: ['discord.com'],
      fields: { name: 'Authorization', prefix: 'Bot ' },
      hint: 'discord.com/developers → your application → Bot → Reset token',
    },
    // Members are listed after the last one.
    overlay: [
      {
        target: "$.paths['/guilds/{guild_id}/members'].get",
        update: { 'x-heddle-paging': { kind: 'cursor', param: 'after', next: '[-1].user.id' } },
      },
    ],
    rate: { calls: 50, seconds: 1 },
  },
  {
    ...NO_RULES,
    slug: 'twilio',
    title: 'Twilio',
    description: 'Text messages, calls and telephone numbers of Twilio.',
    categories: ['chat'],
    documentUrl: 'https://raw.githubusercontent.com/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json',
    baseUrl: 'https://api.twilio.com',
    docsUrl: 'https://www.twilio.com/docs/usage/api',
    credential: {
      kind: 'basic',
      hosts: ['api.twilio.com'],
      fields: {},
      hint: 'console.twilio.com → Account info. The user name is the account SID, the password the auth token',
    },
    // The next page is the path and query of a URL.
    pagination: { kind: 'cursor', param: 'PageToken', next: 'next_page_uri' },
    enable: { names: ['create_message', 'list_message', 'fetch_message', 'create_call', 'list_call'] },
  },
  {
    ...NO_RULES,
    slug: 'sendgrid',
    title: 'SendGrid',
    description: 'Sends mail through SendGrid.',
    categories: ['mail'],
    documentUrl: 'https://raw.githubusercontent.com/twilio/sendgrid-oai/main/spec/json/tsg_mail_v3.json',
    baseUrl: 'https://api.sendgrid.com',
    docsUrl: 'https://www.twilio.com/docs/sendgrid/api-reference',
    credential: {
      kind: 'bearer',
      hosts: ['api.sendgrid.com'],
      fields: {},
      hint: 'Settings → API keys → Create API key, with access to Mail Send',
    },
  },
  {
    ...NO_RULES,
    slug: 'resend',
    title: 'Resend',
    description: 'Sends mail through Resend, and manages its domains and audiences.',
    categories: ['mail'],
    documentUrl: 'https://raw.githubusercontent.com/resend/resend-openapi/main/resend.yaml',
    baseUrl: 'https://api.resend.com',
    docsUrl: 'https://resend.com/docs/api-reference/introduction',
    credential: { kind: 'bearer', hosts: ['api.resend.com'], fields: {}, hint: 'API keys → Create API key' },
    pagination: { kind: 'cursor', param: 'after', next: 'has_more && data[-1].id' },
    rate: { calls: 2, seconds: 1 },
  },
  {
    ...NO_RULES,
    slug: 'gmail',
    title: 'Gmail',
    description: 'Messages, threads, labels and drafts of a Gmail account.',
    categories: ['mail'],
    documentUrl: 'https://api.apis.guru/v2/specs/googleapis.com/gmail/v1/openapi.json',
    baseUrl: 'https://gmail.googleapis.com',
    docsUrl: 'https://developers.google.com/workspace/gmail/api/reference/rest',
    credential: {
      kind: 'oauth2_code',
      hosts: ['gmail.googleapis.com'],
      fields: {
        issuer: 'https://accounts.google.com',
        scopes: ['https://www.googleapis.com/auth/gmail.modify'],
        extra_params: { access_type: 'offline', prompt: 'consent' },
      },
      hint: 'console.cloud.google.com → APIs & Services → Credentials → Create credentials → OAuth client ID',
    },
    pagination: { kind: 'cursor', param: 'pageToken', next: 'nextPageToken' },
  },
  {
    ...NO_RULES,
    slug: 'intercom',
    title: 'Intercom',
    description: 'Contacts, conversations, tickets and articles of Intercom.',
    categories: ['support', 'crm'],
    documentUrl:
      'https://raw.githubusercontent.com/intercom/Intercom-OpenAPI/main/descriptions/2.14/api.intercom.io.yaml',
    baseUrl: 'https://api.intercom.io',
    docsUrl: 'https://developers.intercom.com/docs',
    credential: {
      kind: 'bearer',
      hosts: ['api.intercom.io', 'api.eu.intercom.io', 'api.au.intercom.io'],
      fields: {},
      hint: 'Developer hub → your app → Authentication → Access token',
    },
    pagination: { kind: 'cursor', param: 'starting_after', next: 'pages.next.starting_after' },
    rate: { calls: 1000, seconds: 60 },
    enable: { tags: ['Contacts', 'Conversations', 'Tickets'] },
  },
  {
    ...NO_RULES,
    slug: 'zendesk',
    title: 'Zendesk Support',
    description: 'Tickets, users and organizations of Zendesk.',
    categories: ['support'],
    documentUrl: 'https://developer.zendesk.com/zendesk/oas.yaml',
    baseUrl: null,
    docsUrl: 'https://developer.zendesk.com/api-reference/',
    credential: {
      kind: 'basic',
      hosts: ['*.zendesk.com'],
      fields: {},
      hint: 'Admin Center → Apps and integrations → Zendesk API. The user name is your mail address followed by /token, the password the API token',
    },
    // Everybody has a host of their own. Lists name the URL of their next page.
    overlay: [
      { target: '$.servers', remove: true },
      {
        target: "$.paths['/api/v2/tickets'].get",
        update: {
          parameters: [
            { name: 'page', in: 'query', description: 'The number of the page.', schema: { type: 'integer' } },
          ],
        },
      },
    ],
    pagination: { kind: 'cursor', param: 'page', next: 'next_page' },
    rate: { calls: 200, seconds: 60 },
    enable: { tags: ['Tickets', 'Users', 'Organizations', 'Search'] },
  },
];

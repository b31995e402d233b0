/** Credentials of chats: the bot of a Slack app, and incoming webhooks, whose URL is the secret. */
import { type KindDeclaration, setHeader, textOf, UnusableField } from './declaration.ts';
import { publicText, secretText } from './fixed.ts';

const plain = { hasOwnFields: false, connectable: false, usesTokens: false } as const;

export const slack: KindDeclaration = {
  ...plain,
  title: 'Slack app',
  description:
    'The bot of a Slack app, which posts messages, and the secret with which Slack signs clicks on their buttons.',
  fields: [
    secretText('bot_token', 'Bot token', "From 'OAuth & Permissions' of the app. It begins with xoxb-"),
    {
      ...secretText('signing_secret', 'Signing secret', "From 'Basic Information' of the app. It is never sent"),
      isKey: true,
    },
    {
      ...publicText('api_url', 'API', 'Only where it is not https://slack.com/api, such as https://slack-gov.com/api'),
      isDestination: true,
    },
  ],
  check: values => checkUrl('api_url', textOf(values, 'api_url')),
  apply: (hop, values) => ({
    hop: setHeader(hop, 'Authorization', `Bearer ${textOf(values, 'bot_token')}`, 'bot_token'),
    derived: [],
  }),
};

/** A request is sent to any URL of its host, and this one takes its place. */
export const incomingWebhook: KindDeclaration = {
  ...plain,
  title: 'Incoming webhook',
  description:
    'The URL to which messages for a channel of Slack or Microsoft Teams are posted. Whoever has it can post.',
  fields: [secretText('url', 'URL', 'The whole URL, as Slack or Teams shows it')],
  apply(hop, values) {
    const url = URL.parse(textOf(values, 'url'));
    if (!url) throw new UnusableField("the field 'url' is not a URL");
    if (url.origin !== hop.url.origin)
      throw new UnusableField("the field 'url' has another host than the credential allows");
    return { hop: { ...hop, url }, derived: [url.pathname + url.search] };
  },
};

function checkUrl(name: string, text: string): string | undefined {
  if (text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return undefined;
  return `'${name}' must be a URL`;
}

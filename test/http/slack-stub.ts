/** A server that answers as the documentation of Slack and of Teams' webhooks says, and clicks as Slack sends them. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { poll } from './poll.ts';

export const BOT_TOKEN = 'xoxb-1234567890-abcdefghij';
export const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

export interface SlackUser {
  id: string;
  team_id?: string;
  locale?: string;
  is_email_confirmed?: boolean;
  deleted?: boolean;
  profile: { email?: string };
}

export interface Posted {
  channel: string;
  ts: string;
  text: string;
  blocks: { type: string; elements?: { action_id?: string; value?: string; url?: string }[] }[];
}

export interface StubReply {
  method: string;
  url: string;
  body: Record<string, unknown>;
}

type Answer = { status?: number; body: object | string };

export class SlackStub {
  readonly users = new Map<string, SlackUser>();
  readonly posted: Posted[] = [];
  readonly updated: Posted[] = [];
  /** What arrived at addresses for answers, and at webhooks, by path. */
  readonly received: StubReply[] = [];
  /** Methods that fail, with how often they still do so. */
  readonly failing = new Map<string, { answer: Answer; times: number }>();
  url = '';
  readonly #server = createServer(async (request, response) => {
    const { status = 200, body } = this.#answer(request, await readText(request));
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json; charset=utf-8' });
    response.end(isText ? body : JSON.stringify(body));
  });

  async open({ after }: { after(close: () => unknown): void }): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return this;
  }

  #answer({ url = '', method = '', headers }: IncomingMessage, text: string): Answer {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (!pathname.startsWith('/api/')) {
      this.received.push({ method, url, body: JSON.parse(text) });
      return pathname.startsWith('/teams') ? { status: 202, body: '' } : { body: 'ok' };
    }
    const name = pathname.slice('/api/'.length);
    const failing = this.failing.get(name);
    if (failing && failing.times-- > 0) return failing.answer;
    if (headers.authorization !== `Bearer ${BOT_TOKEN}`) return refuse('invalid_auth');
    const isJson = headers['content-type'] === 'application/json; charset=utf-8';
    if (name === 'users.info' || name === 'users.lookupByEmail') return this.#find(searchParams);
    if (!isJson) return refuse('invalid_form_data');
    const body = JSON.parse(text);
    if (name === 'auth.test') return { body: { ok: true, team_id: 'T1', user_id: 'UBOT', bot_id: 'B1' } };
    if (body.channel === '#nowhere') return refuse('channel_not_found');
    if (name === 'chat.postMessage') {
      const channel = String(body.channel).startsWith('U') ? `D${body.channel}` : 'C1';
      const posted = { ...body, channel, ts: `1700000000.00000${this.posted.length}` };
      this.posted.push(posted);
      return { body: { ok: true, channel, ts: posted.ts, message: {} } };
    }
    if (name === 'chat.update') {
      if (!this.posted.some(({ channel, ts }) => channel === body.channel && ts === body.ts))
        return refuse('message_not_found');
      this.updated.push(body);
      return { body: { ok: true, channel: body.channel, ts: body.ts } };
    }
    return refuse('unknown_method');
  }

  #find(query: URLSearchParams): Answer {
    const [id, email] = [query.get('user'), query.get('email')];
    const user = [...this.users.values()].find(
      each => each.id === id || (email !== null && each.profile.email === email),
    );
    if (!user) return refuse(id === null ? 'users_not_found' : 'user_not_found');
    const { locale, ...rest } = { team_id: 'T1', is_email_confirmed: true, is_bot: false, deleted: false, ...user };
    return { body: { ok: true, user: { ...rest, ...(query.has('include_locale') && { locale: locale ?? 'en-US' }) } } };
  }

  /** Adds an account with this address, and returns its id. */
  account(email: string | undefined, more: Partial<SlackUser> = {}): string {
    const id = `U${this.users.size + 1}`;
    this.users.set(id, { id, profile: email === undefined ? {} : { email }, ...more });
    return id;
  }

  /** The message about an approval, once it was posted. */
  async message(title: string, count = 1): Promise<Posted> {
    return poll(async () => {
      const found = this.posted.filter(({ text }) => text.includes(title));
      return found.length >= count ? found[0] : undefined;
    });
  }

  /** What the one who clicked was told. */
  async told(name: string): Promise<Record<string, unknown>> {
    return poll(async () => this.received.find(({ url }) => url === `/answers/${name}`)?.body);
  }

  /** The body of a click as Slack sends it. */
  click({ channel, ts, blocks }: Posted, user: string, action: string, name: string): string {
    const elements = blocks.flatMap(each => each.elements ?? []);
    const pressed = elements.find(({ action_id }) => action_id === action);
    assert.ok(pressed, action);
    const payload = {
      type: 'block_actions',
      user: { id: user, username: 'somebody', team_id: 'T1' },
      api_app_id: 'A1',
      container: { type: 'message', message_ts: ts, channel_id: channel },
      trigger_id: '1.2.3',
      team: { id: 'T1', domain: 'example' },
      channel: { id: channel, name: 'general' },
      response_url: `${this.url}/answers/${name}`,
      actions: [{ ...pressed, type: 'button', block_id: 'b', action_ts: '1.0' }],
    };
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  }
}

/** Signs a body as Slack does, at a time in seconds. */
export function slackHeaders(body: string, { secret = SIGNING_SECRET, at = Math.floor(Date.now() / 1000) } = {}) {
  const signature = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${signature}`,
  };
}

function refuse(error: string): Answer {
  return { body: { ok: false, error } };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

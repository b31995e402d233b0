/** Browsers of people who use the console: they keep cookies and send their origin. */
import assert from 'node:assert/strict';
import type { Person, Reply, TestService } from '../support/service.ts';

export const PASSWORD = 'correct horse battery staple';

export interface Session {
  user: {
    id: string;
    email: string;
    name: string;
    admin: boolean;
    permissions: { workflow: string };
    has_password: boolean;
  };
  session_id: string | null;
  version: string;
  public_url: string;
}

interface CallOptions {
  /** The origin of the page; null sends none. */
  origin?: string | null;
  headers?: Record<string, string>;
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** What the browser sends as its cookies. */
  get cookie(): string {
    return [...this.cookies].map(pair => pair.join('=')).join('; ');
  }

  async call(path: string, body: unknown = {}, { origin, headers }: CallOptions = {}): Promise<Reply> {
    const from = origin === undefined ? this.#service.url : origin;
    const reply = await this.#service.send(path, {
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(from !== null && { origin: from }),
        ...headers,
      },
    });
    this.keepCookies(reply.headers);
    return reply;
  }

  /** Makes a call that must succeed, and returns its answer. */
  async ask<Answer = Record<string, unknown>>(path: string, body: unknown = {}): Promise<Answer> {
    const reply = await this.call(path, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as Answer;
  }

  /** Makes a call that must be refused with this status and detail. */
  async refuse(status: number, detail: string, path: string, body: unknown = {}, options: CallOptions = {}) {
    const reply = await this.call(path, body, options);
    assert.deepEqual({ status: reply.status, body: reply.body }, { status, body: { detail } });
    return reply;
  }

  async signIn({ email }: { email: string }, password = PASSWORD): Promise<Session> {
    return this.ask<Session>('/api/v1/session/create', { email, password });
  }

  keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/; Max-Age=0(;|$)/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A user who can sign in, and the browser in which they have. */
export async function signedInPerson(service: TestService, options: Record<string, unknown> = {}) {
  const person: Person = await service.person({ password: PASSWORD, ...options });
  const visitor = new Visitor(service);
  const session = await visitor.signIn(person);
  return { person, visitor, session };
}

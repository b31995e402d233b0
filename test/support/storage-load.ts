/** Clients that store, replace, move and delete files without pause, and always know which files may exist. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitReply, type Contents, type Place, post, type StoragePanel, toSha256 } from './disturbed-storage.ts';
import type { Reply } from './process.ts';
import { newContent } from './storage-acts.ts';

/** The path and the content of a file; undefined when there is none. */
type State = { path: string; sha256: string } | undefined;

interface Step {
  to: State;
  perform(url: string): Promise<Reply>;
}

/** One file, which has one of two paths. */
interface Slot {
  paths: [string, string];
  /** The possible states. There are several while it is unknown whether the last step happened. */
  possible: State[];
}

export interface LoadOptions {
  panel: StoragePanel;
  /** The addresses of services that answer, or will answer later. */
  urls(): readonly string[];
  /** The database of the panel, which may be down. */
  database: Place['database'];
  /** Statuses that a service may answer with while it is disturbed. */
  excuses: readonly number[];
}

const SLOTS = 3;
/** The longest pause between two requests, so that other clients get their share of the machine. */
const PAUSE_MS = 150;
const CONTENT_BYTES = 200_000;
const RETRY_MS = 20;
const PATIENCE_MS = 60_000;

export class LoadClient {
  readonly #options: LoadOptions;
  readonly #slots: Slot[];
  acknowledged = 0;

  constructor(name: string, options: LoadOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: SLOTS }, (_, index) => ({
      paths: [`docs/${name}/${index}`, `moved/${name}-${index}`],
      possible: [undefined],
    }));
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const slot = this.#slots[randomInt(SLOTS)];
      if (slot) await this.#step(slot);
      await delay(randomInt(PAUSE_MS));
    }
  }

  /** Returns the files that must exist now. */
  async contents(): Promise<Contents> {
    const contents: Contents = {};
    for (const slot of this.#slots) {
      const state = await this.#settle(slot);
      if (state) contents[state.path] = state.sha256;
    }
    return contents;
  }

  async #step(slot: Slot): Promise<void> {
    const state = await this.#settle(slot);
    const step = state ? this.#chooseNext(slot, state) : this.#storing(slot, randomInt(2));
    const reply = await awaitReply(step.perform(this.#anyUrl()));
    if (reply?.status === 200) {
      slot.possible = [step.to];
      this.acknowledged++;
    } else {
      assert.ok(!reply || this.#options.excuses.includes(reply.status), JSON.stringify(reply));
      slot.possible = [state, step.to];
    }
  }

  #storing(slot: Slot, place: number): Step {
    const { panel } = this.#options;
    const content = newContent(randomInt(CONTENT_BYTES));
    const path = slot.paths[place] ?? '';
    const way = randomInt(3);
    return {
      to: { path, sha256: toSha256(content) },
      perform: url => {
        if (way === 0) return panel.upload(url, { path, overwrite: 'true' }, content);
        if (way === 1) return panel.ask(url, 'upload-b64', { path, data: content.toString('base64'), overwrite: true });
        return storeDirectly(panel, url, path, content);
      },
    };
  }

  #chooseNext(slot: Slot, state: { path: string; sha256: string }): Step {
    const { panel } = this.#options;
    const place = slot.paths.indexOf(state.path);
    const kind = randomInt(4);
    if (kind < 2) return this.#storing(slot, place);
    const path = slot.paths[1 - place] ?? '';
    const [to, endpoint, changes] =
      kind === 2
        ? ([{ path, sha256: state.sha256 }, 'update', { path }] as const)
        : ([undefined, 'delete', {}] as const);
    return {
      to,
      async perform(url) {
        const found = await panel.ask(url, 'get', { path: state.path });
        return found.status === 200 ? panel.ask(url, endpoint, { id: Object(found.body).id, ...changes }) : found;
      },
    };
  }

  /** Fails when the state in the database is not one of the possible states. */
  async #settle(slot: Slot): Promise<State> {
    if (slot.possible.length > 1) {
      const found = await this.#insist(async url => {
        // The lock on the panel waits for a commit that a dead service had already sent.
        await this.#options.database.pool.query('SELECT FROM panels WHERE id = $1 FOR UPDATE', [
          this.#options.panel.id,
        ]);
        return [await this.#read(url, slot.paths[0]), await this.#read(url, slot.paths[1])].filter(Boolean);
      });
      assert.ok(found.length < 2, 'it is in two places');
      slot.possible = slot.possible.filter(
        state => state?.path === found[0]?.path && state?.sha256 === found[0]?.sha256,
      );
      assert.equal(slot.possible.length, 1, `what is there was never to be there: ${JSON.stringify(found[0])}`);
    }
    return slot.possible[0];
  }

  async #read(url: string, path: string): Promise<State> {
    const { status, body } = await this.#options.panel.ask(url, 'get', { path });
    if (status === 404) return undefined;
    assert.equal(status, 200, JSON.stringify(body));
    return { path, sha256: Object(body).sha256 };
  }

  async #insist<Value>(act: (url: string) => Promise<Value>): Promise<Value> {
    for (const deadline = performance.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
      try {
        return await act(this.#anyUrl());
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }

  #anyUrl(): string {
    const urls = this.#options.urls();
    return urls[randomInt(urls.length)] ?? '';
  }
}

/** Several clients change the same files, so the only thing to check is that no request fails unexpectedly. */
export async function changeSharedFiles({ panel, urls, excuses }: LoadOptions, isOver: () => boolean): Promise<void> {
  const expected = [200, 404, 409, ...excuses];
  const ask = async (asked: Promise<Reply>) => {
    const reply = await awaitReply(asked);
    assert.ok(!reply || expected.includes(reply.status), JSON.stringify(reply));
    return reply;
  };
  for (; !isOver(); await delay(randomInt(PAUSE_MS))) {
    const url = urls()[randomInt(urls().length)] ?? '';
    const [path, other] = [`shared/${randomInt(3)}`, `shared/below/${randomInt(3)}`];
    const kind = randomInt(4);
    if (kind === 0) await ask(panel.upload(url, { path, overwrite: 'true' }, newContent(randomInt(50_000))));
    if (kind === 1) await ask(panel.upload(url, { path, rename: 'true' }, newContent(randomInt(50_000))));
    if (kind < 2) continue;
    const found = await ask(panel.ask(url, 'get', { path: randomInt(2) === 0 ? path : other }));
    if (found?.status !== 200) continue;
    const { id } = Object(found.body);
    await ask(kind === 2 ? panel.ask(url, 'update', { id, path: other }) : panel.ask(url, 'delete', { id }));
  }
}

async function storeDirectly(panel: StoragePanel, url: string, path: string, content: Buffer): Promise<Reply> {
  const body = { path, content_type: 'text/plain', size: content.byteLength, overwrite: true };
  const announced = await panel.ask(url, 'upload/init', body);
  if (announced.status !== 200) return announced;
  const posted = await post(url, Object(announced.body), content);
  if (posted.status !== 204) return posted;
  return panel.ask(url, 'upload/complete', { upload_id: Object(announced.body).upload_id });
}

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Answer, NO_ANSWER, type Request } from './request.ts';
import { LARGE_BYTES, newMemory, numberedPath, transfer } from './transfer.ts';
import type { Upload } from './upload-queue.ts';

const OWN = 'http://heddle.test/api/v3/booster/storage/upload/1';
/** Old enough not to be from this upload. */
const LONG_AGO = Date.now() - 60_000;

/**
 * The files of a panel, as far as uploads see them. `lose` names requests whose answer never arrives, although the
 * service carries them out; `refuse` answers instead of it.
 */
class Storage {
  readonly files = new Map<string, Uint8Array>();
  /** When files were stored that are not old. */
  readonly updated = new Map<string, number>();
  readonly announced = new Map<string, { path: string; posted?: Uint8Array; overwrite: boolean }>();
  readonly asked: string[] = [];
  lose: string[] = [];
  refuse: Record<string, Answer> = {};

  readonly request: Request = async (url, body, { onSent }) => {
    const name = url.replace('/api/v3/booster/storage/', '').replace('private/', '');
    this.asked.push(name);
    onSent?.(1);
    const answer = this.refuse[name] ?? (await this.#answer(name, body));
    const loses = this.lose.indexOf(name);
    if (loses < 0) return answer;
    this.lose.splice(loses, 1);
    return NO_ANSWER;
  };

  async #answer(name: string, body: string | FormData): Promise<Answer> {
    if (body instanceof FormData) {
      const content = new Uint8Array(await (body.get('file') as File).arrayBuffer());
      if (name === 'upload') return this.#store(String(body.get('path')), content, body.get('overwrite') === 'true');
      const upload = this.announced.get(name.slice('upload/'.length));
      if (upload) upload.posted = content;
      return upload ? answerWith(204, {}) : UPLOAD_NOT_FOUND;
    }
    const { path, upload_id, overwrite = false } = JSON.parse(body);
    if (name === 'get') return this.#get(path);
    if (name === 'upload/init') {
      if (this.files.has(path) && !overwrite) return exists(path);
      this.announced.set('1', { path, overwrite });
      return answerWith(200, { upload_id: '1', url: OWN, fields: {}, expires_at: Date.now() + 3_600_000 });
    }
    const upload = this.announced.get(upload_id);
    if (!upload) return UPLOAD_NOT_FOUND;
    if (!upload.posted) return refusal(422, 'the file was not uploaded', 'file_not_uploaded');
    this.announced.delete(upload_id);
    return this.#store(upload.path, upload.posted, upload.overwrite);
  }

  #store(path: string, content: Uint8Array, overwrite: boolean): Answer {
    if (this.files.has(path) && !overwrite) return exists(path);
    this.files.set(path, content);
    this.updated.set(path, Date.now());
    return answerWith(200, { path });
  }

  #get(path: string): Answer {
    const content = this.files.get(path);
    if (!content) return refusal(404, 'file not found', 'file_not_found');
    return answerWith(200, {
      path,
      size: content.length,
      record: null,
      sha256: hash('sha256', content),
      updated: this.updated.get(path) ?? LONG_AGO,
    });
  }
}

const answerWith = (status: number, body: object): Answer => ({
  ...NO_ANSWER,
  status,
  body,
  serverTime: Math.floor(Date.now() / 1_000) * 1_000,
});
const refusal = (status: number, detail: string, code?: string): Answer => ({
  ...answerWith(status, { detail }),
  code,
});
const UPLOAD_NOT_FOUND = refusal(404, 'upload not found', 'upload_not_found');
const exists = (path: string) => refusal(409, `a file '${path}' already exists`, 'file_already_exists');
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function upload(content: string | Uint8Array<ArrayBuffer>, changes: Partial<Upload> = {}): Upload {
  return {
    id: 1,
    batch: 1,
    panelId: 'panel',
    path: 'docs/a.txt',
    file: new File([content], 'a.txt', { type: 'text/plain' }),
    state: 'sending',
    sentBytes: 0,
    choice: undefined,
    mayOverwrite: true,
    losses: 0,
    notBefore: 0,
    ...changes,
  };
}

/** One upload that can be attempted again and again. */
function attempts(storage: Storage, of: Upload, isDirect = false) {
  const memory = newMemory();
  const panel = { isDirect, mayOverwrite: () => true };
  return (changes: Partial<Upload> = {}) =>
    transfer(storage.request, {
      upload: { ...of, ...changes },
      memory,
      panel,
      signal: new AbortController().signal,
      onSent: () => {},
    });
}

suite('a small file', () => {
  test('is stored by one request', async () => {
    const storage = new Storage();
    assert.deepEqual(await attempts(storage, upload('hello'))(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked, ['upload']);
  });

  test('may be empty', async () => {
    const storage = new Storage();
    assert.deepEqual(await attempts(storage, upload(''))(), { kind: 'stored', path: 'docs/a.txt' });
    assert.equal(storage.files.get('docs/a.txt')?.length, 0);
  });

  test('is refused in the words of the API', async () => {
    const storage = new Storage();
    storage.refuse = { upload: refusal(422, "folder 'docs' does not accept text/plain files") };
    assert.deepEqual(await attempts(storage, upload('x'))(), {
      kind: 'refused',
      status: 422,
      problem: "folder 'docs' does not accept text/plain files",
    });
  });

  test('waits for the service or for a sign-in', async () => {
    const storage = new Storage();
    const limited: Request = async () => ({ ...answerWith(429, {}), retryAfterMs: 7_000 });
    const signal = new AbortController().signal;
    const panel = { isDirect: false, mayOverwrite: () => true };
    const attempt = { upload: upload('x'), memory: newMemory(), panel, signal, onSent: () => {} };
    assert.deepEqual(await transfer(limited, attempt), { kind: 'limited', waitMs: 7_000 });
    storage.refuse = { upload: refusal(401, 'no') };
    assert.deepEqual(await attempts(storage, upload('x'))(), { kind: 'signed-out' });
    storage.refuse = { upload: refusal(503, 'no') };
    assert.deepEqual(await attempts(storage, upload('x'))(), { kind: 'lost' });
  });

  test('that was moved meanwhile is no lost connection', async () => {
    const storage = new Storage();
    storage.lose = ['upload'];
    const file = Object.assign(new File(['x'], 'a.txt'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
    });
    const outcome = await attempts(storage, upload('x', { file }))();
    assert.equal(outcome.kind, 'refused');
  });
});

suite('an answer that was lost', () => {
  test('is found out, and the file is not sent again', async () => {
    const storage = new Storage();
    storage.lose = ['upload'];
    const attempt = attempts(storage, upload('hello'));
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked, ['upload', 'get']);
  });

  test('is found out also when the browser repeats the request by itself', async () => {
    const storage = new Storage();
    const twice: Request = async (url, body, options) => {
      if (url.endsWith('/upload')) await storage.request(url, body, options);
      return storage.request(url, body, options);
    };
    const panel = { isDirect: false, mayOverwrite: () => true };
    const signal = new AbortController().signal;
    const attempt = { upload: upload('hello'), memory: newMemory(), panel, signal, onSent: () => {} };
    assert.deepEqual(await transfer(twice, attempt), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(await transfer(twice, { ...attempt, upload: upload('new') }), { kind: 'conflict' });
  });

  test('is nothing to guess about when the same file was there before', async () => {
    const storage = new Storage();
    storage.files.set('docs/a.txt', bytes('hello'));
    assert.deepEqual(await attempts(storage, upload('hello'))(), { kind: 'conflict' });
  });

  test('does not make the file of somebody else ours', async () => {
    const storage = new Storage();
    storage.lose = ['upload'];
    storage.files.set('docs/a.txt', bytes('other'));
    const attempt = attempts(storage, upload('hello'));
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'conflict' });
    assert.deepEqual(await attempt({ choice: 'overwrite' }), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.files.get('docs/a.txt'), bytes('hello'));
  });

  test('is found out also when the first try is stored after the second looked', async () => {
    const storage = new Storage();
    storage.lose = ['upload'];
    const attempt = attempts(storage, upload('hello'));
    await attempt();
    storage.files.clear();
    const late: Request = async (url, body, options) => {
      const answer = await storage.request(url, body, options);
      if (storage.asked.at(-1) === 'get') storage.files.set('docs/a.txt', bytes('hello'));
      return answer;
    };
    const memory = { ...newMemory(), isUncertain: true };
    const panel = { isDirect: false, mayOverwrite: () => true };
    const signal = new AbortController().signal;
    const outcome = await transfer(late, { upload: upload('hello'), memory, panel, signal, onSent: () => {} });
    assert.deepEqual(outcome, { kind: 'stored', path: 'docs/a.txt' });
  });

  test('is asked about where the folder can not be read', async () => {
    const storage = new Storage();
    storage.lose = ['upload'];
    storage.refuse = { get: refusal(403, "operation 'read' is disabled for folder 'docs'") };
    const attempt = attempts(storage, upload('hello'));
    await attempt();
    const outcome = await attempt();
    assert.ok(outcome.kind === 'conflict' && outcome.problem !== undefined);
    assert.deepEqual(await attempt({ choice: 'rename' }), { kind: 'stored', path: 'docs/a (1).txt' });
  });
});

suite('keeping both files', () => {
  test('counts up to a free name', async () => {
    const storage = new Storage();
    for (const path of ['docs/a.txt', 'docs/a (1).txt']) storage.files.set(path, bytes('other'));
    const attempt = attempts(storage, upload('hello', { choice: 'rename' }));
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a (2).txt' });
  });

  test('keeps two, not three, when the answer is lost', async () => {
    const storage = new Storage();
    storage.files.set('docs/a.txt', bytes('other'));
    storage.lose = ['upload'];
    const attempt = attempts(storage, upload('hello', { choice: 'rename' }));
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a (1).txt' });
    assert.deepEqual([...storage.files.keys()], ['docs/a.txt', 'docs/a (1).txt']);
  });

  test('names files as the service does', () => {
    assert.equal(numberedPath('docs/a.tar.gz', 1), 'docs/a.tar (1).gz');
    assert.equal(numberedPath('docs/.env', 2), 'docs/.env (2)');
    assert.equal(numberedPath('docs.d/a', 3), 'docs.d/a (3)');
  });
});

suite('a large file', () => {
  const large = upload(new Uint8Array(LARGE_BYTES));

  test('is announced, posted and completed where direct upload is on', async () => {
    const storage = new Storage();
    assert.deepEqual(await attempts(storage, large, true)(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked, ['upload/init', 'upload/1', 'upload/complete']);
  });

  test('is not sent before it is known that its path is free', async () => {
    const storage = new Storage();
    storage.files.set('docs/a.txt', bytes('other'));
    assert.deepEqual(await attempts(storage, large, true)(), { kind: 'conflict' });
    assert.deepEqual(await attempts(storage, large, false)(), { kind: 'conflict' });
    assert.deepEqual(storage.asked, ['upload/init', 'get', 'get']);
  });

  test('is not posted again when only completing it was lost', async () => {
    const storage = new Storage();
    storage.refuse = { 'upload/complete': refusal(502, 'no') };
    const attempt = attempts(storage, large, true);
    assert.deepEqual(await attempt(), { kind: 'lost' });
    storage.refuse = {};
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked.slice(3), ['get', 'upload/complete']);
  });

  test('is found when it was completed and the answer was lost', async () => {
    const storage = new Storage();
    storage.lose = ['upload/complete'];
    const attempt = attempts(storage, large, true);
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked.slice(3), ['get']);
  });

  test('is announced once, however often posting is repeated', async () => {
    const storage = new Storage();
    storage.lose = ['upload/1'];
    const attempt = attempts(storage, large, true);
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked, ['upload/init', 'upload/1', 'upload/1', 'upload/complete']);
  });

  test('goes through the API when the storage can not be reached or refuses it', async () => {
    const storage = new Storage();
    storage.lose = ['upload/1', 'upload/1'];
    const attempt = attempts(storage, large, true);
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'lost' });
    assert.deepEqual(await attempt(), { kind: 'stored', path: 'docs/a.txt' });
    assert.equal(storage.asked.at(-1), 'upload');
    const refusing = new Storage();
    refusing.refuse = { 'upload/1': refusal(403, 'no') };
    assert.deepEqual(await attempts(refusing, large, true)(), { kind: 'stored', path: 'docs/a.txt' });
  });

  test('goes through the API when direct upload was switched off meanwhile', async () => {
    const storage = new Storage();
    storage.refuse = {
      'upload/init': refusal(409, 'direct upload is not available, use the upload route', 'direct_upload_unavailable'),
    };
    assert.deepEqual(await attempts(storage, large, true)(), { kind: 'stored', path: 'docs/a.txt' });
    assert.deepEqual(storage.asked, ['upload/init', 'upload']);
  });
});

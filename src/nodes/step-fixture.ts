/** The context of a step for tests, with real HTTP and mail, and files in memory. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import type { Params } from '../engine/definition.ts';
import { isObject } from '../platform/is-object.ts';
import { createMailer } from '../platform/mail/mail.ts';
import { createMarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import { createOutboundHttp } from '../platform/outbound/outbound.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import { compileExpression, compileTemplate } from '../templates/template.ts';
import type { NodeTypeName } from './node.ts';
import { environment, registry } from './nodes-fixture.ts';
import { type Attachment, type NewFile, type Renderer, type StepContext, StepError, type StepOutcome } from './step.ts';

interface TestStep {
  context: StepContext;
  /** The files that the step stored, in order. */
  saved: NewFile[];
  /** Adds a file that the step may read. */
  addFile(file: NewFile): Attachment;
  /** Returns the sent mails, in order. */
  mails(): Promise<Email[]>;
}

export async function testStep(t: TestContext, overrides: Partial<StepContext> = {}): Promise<TestStep> {
  const http = createOutboundHttp({ allowedCidrs: ['127.0.0.0/8', '::1/128'] });
  t.after(() => http.close());
  const threads = createThreadPool({ atOnce: 1 });
  t.after(() => threads.close());
  const markdownToHtml = createMarkdownToHtml(threads);
  const outboxFolder = await temporaryFolder(t);
  const stored = new Map<string, { attachment: Attachment; content: Buffer }>();
  const saved: NewFile[] = [];
  const addFile = ({ filename, contentType, content }: NewFile): Attachment => {
    const file_id = `file-${stored.size + 1}`;
    const file_url = `http://localhost/${file_id}`;
    const attachment = {
      file_id,
      filename,
      content_type: contentType ?? 'application/octet-stream',
      file_url,
      size: content.length,
    };
    stored.set(file_id, { attachment, content: Buffer.from(content) });
    return attachment;
  };
  const context: StepContext = {
    signal: new AbortController().signal,
    idempotencyKey: 'run-1:post',
    workflowId: 'workflow-1',
    runId: 'run-1',
    user: { id: 'user-1', email: 'ada@example.org', name: 'Ada' },
    startedAt: new Date('2026-03-01T12:00:00Z'),
    traceHeaders: () => ({}),
    files: {
      save: async file => {
        saved.push(file);
        return addFile(file);
      },
      read: async reference => {
        const id = isObject(reference) ? reference.file_id : reference;
        const file = stored.get(String(id));
        if (!file) throw new StepError(`There is no file '${id}'`);
        return file;
      },
    },
    http,
    mailer: createMailer({ from: 'Heddle <heddle@example.org>', outboxFolder }),
    findColleagues: async () => new Set(),
    toHtml: markdown => markdownToHtml(markdown, { owner: 'user-1', signal: context.signal }),
    progress: () => {},
    signingSecret: async () => 'signing secret',
    replyToCall: async () => false,
    openApproval: async ({ title }) => assert.fail(`nothing asks ${title}`),
    openWait: async ({ kind }) => assert.fail(`nothing waits for a ${kind}`),
    sendEvent: async ({ name }) => assert.fail(`nothing sends ${name}`),
    startRun: async ({ workflowId }) => assert.fail(`nothing runs ${workflowId}`),
    nextTriggerDepth: 0,
    callTool: async name => assert.fail(`nothing calls ${name}`),
    runAssistant: async ({ prompt }) => assert.fail(`nobody does ${prompt}`),
    askModel: async ({ prompt }) => assert.fail(`nobody answers ${prompt}`),
    readText: async reference => assert.fail(`nothing reads ${reference}`),
    pay: async (_estimate, act) => (await act()).result,
    ...overrides,
  };
  const mails = async () => {
    const names = (await readdir(outboxFolder)).sort();
    return Promise.all(names.map(async name => PostalMime.parse(await readFile(join(outboxFolder, name)))));
  };
  return { context, saved, addFile, mails };
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'step-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Performs a step with rendered params, which must fit the schema as in a run. */
export async function perform(type: NodeTypeName, params: Params, context: StepContext): Promise<StepOutcome> {
  const { execution } = registry[type];
  assert(execution.kind === 'effect');
  assert.deepEqual(environment.nodeTypes.fit(registry[type], { params, printed: {} }).problems, []);
  return execution.perform(params, context);
}

/** Appends the source of every evaluated expression to `seen`. */
export function renderer(data: Params, seen: string[] = []): Renderer {
  const options = { now: () => performance.now(), random: Math.random };
  const template = (value: unknown): unknown => {
    if (typeof value === 'string') return compileTemplate(value).evaluate(data, options);
    if (Array.isArray(value)) return value.map(template);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, template(each)]));
  };
  const expression = (source: string) => {
    seen.push(source);
    return compileExpression(source).evaluate(data, options);
  };
  return { template, expression };
}

/** Checks the message of a failed step, and whether it may be retried. */
export function failure(message: string | RegExp, retryable = false): (error: unknown) => true {
  return error => {
    assert(error instanceof StepError, String(error));
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    assert.equal(error.retryable, retryable);
    return true;
  };
}

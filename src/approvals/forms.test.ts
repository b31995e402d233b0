/** The forms of approvals. */
import assert from 'node:assert/strict';
import { after, suite } from 'node:test';
import { openFiles } from '../../test/fixtures/files.ts';
import { COMPLETE_ONLY, test } from '../../test/support/tiers.ts';
import { createFile, discardFiles, toAttachment } from '../files/store.ts';
import { newId } from '../platform/ids.ts';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import type { ApprovalRow } from './approvals.ts';
import { fillIn, prefillForm, requireForm } from './forms.ts';

const files = await openFiles();
const threads = createThreadPool({ atOnce: 2 });
after(() => threads.close());
const services = { ...files.services, threads };
const { signal } = new AbortController();
const characters = 1000;

const file = { type: 'object', format: 'file' };
const hello = { filename: 'hello.txt', mime_type: 'text/plain', data: 'aGVsbG8=' };
const userId = await files.user();
const runId = await files.run(userId);

type Form = Record<string, unknown>;

function form(properties: Form, more: Form = {}): Form {
  return { type: 'object', properties, ...more };
}

function approval(form_schema: Form | null, form_values: Form): ApprovalRow {
  const now = new Date();
  return {
    id: newId(),
    run_id: runId,
    node_id: 'ask',
    iteration: [],
    position: 1,
    started_at: now,
    workflow_id: newId(),
    workflow_name: 'w',
    organization_id: null,
    status: 'pending',
    title: 't',
    message: '',
    form_schema,
    form_values,
    allow_reject: true,
    several: false,
    required: 1,
    reject_after: 1,
    voter_ids: [],
    by_link: false,
    excludes_starter: false,
    delegations: [],
    remind_hours: null,
    remind_at: null,
    reminders: 0,
    escalate_at: null,
    escalate_user_ids: [],
    assignee_user_ids: [userId],
    expires_at: now,
    timeout_continues: false,
    decision_data: {},
    comment: '',
    decided_by: null,
    decided_at: null,
    created_at: now,
    created_by: userId,
    updated_at: now,
  };
}

const longTexts = NO_LONG_TEXTS;

async function fill(schema: Form | null, sent: Form, values: Form = {}): Promise<Form> {
  const { data, files: prepared } = await fillIn(services, approval(schema, values), {
    sent,
    characters,
    owner: userId,
    signal,
    longTexts,
  });
  await discardFiles(services, prepared);
  return data;
}

const refused = (what: string) => ({ status: 422, message: `validation error: ${what}` });

suite('a form', () => {
  test('is optional, and must be flat, whatever else its schema contains', async () => {
    const fine = [
      null,
      { type: 'object' },
      form({ a: { type: 'string', format: 'nothing that is known', 'x-mine': 1 }, b: file }, { required: ['a'] }),
      form(
        { a: { type: 'string' } },
        { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x', $async: true },
      ),
      form({ a: { $ref: '#/$defs/a', type: 'string' } }, { $defs: { a: { minLength: 1 } } }),
    ];
    for (const schema of fine) await requireForm(threads, schema, { characters, owner: userId, signal });
  });

  const wrong: [schema: Form, message: string][] = [
    [{ type: 'array' }, "The form is not valid: its type must be 'object'"],
    [{ type: 'object', required: 'a' }, "The form is not valid: 'required' must be array"],
    [
      form({ a: { type: 'object' } }),
      "The form is not valid: the field 'a' must be of type string, number, integer or boolean, or a file (type object, format file)",
    ],
    [
      form({ a: { type: 'string', $ref: 'https://example.org/a' } }),
      "The form is not valid: can't resolve reference https://example.org/a from id #",
    ],
    [
      form({ a: { type: 'string', title: 'x'.repeat(1000) } }),
      'The form is too large (at most 1000 characters of JSON)',
    ],
  ];
  for (const [schema, message] of wrong) {
    test(`can not be ${JSON.stringify(schema).slice(0, 80)}`, async () => {
      await assert.rejects(requireForm(threads, schema, { characters, owner: userId, signal }), {
        name: 'StepError',
        message,
      });
    });
  }
});

suite('the prefilled values of a form', () => {
  const show = (values: Form, properties: Form) =>
    prefillForm(services, runId, { form: form(properties), values, characters });

  test('are those of its own fields, in their order', async () => {
    const shown = await show({ c: 3, b: null, a: 'x', __proto__: 7 }, { a: { type: 'string' }, b: {}, c: {}, d: {} });
    assert.deepEqual(Object.entries(shown), [
      ['a', 'x'],
      ['c', 3],
    ]);
    assert.deepEqual(await prefillForm(services, runId, { form: null, values: { a: 1 }, characters }), {});
    assert.deepEqual(await show({}, { constructor: {}, toString: {} }), {});
  });

  test('are limited in size', async () => {
    const message = 'The form values are too large (at most 1000 characters of JSON)';
    await assert.rejects(show({ a: 'x'.repeat(1000) }, { a: { type: 'string' } }), { message });
    assert.deepEqual(await show({ other: 'x'.repeat(1000) }, { a: { type: 'string' } }), {});
  });

  test('contain files as attachments, and files of the run also by their id', async () => {
    const row = await createFile(services, files.incoming(userId, { runId }));
    const attachment = toAttachment(row, services.publicUrl());
    for (const doc of [attachment, row.id, { file_id: row.id }]) {
      assert.deepEqual(await show({ doc }, { doc: file }), { doc: attachment });
    }
    const own = await createFile(services, files.incoming(userId));
    for (const doc of [own.id, { file_id: own.id }, newId()]) {
      const message = "The file of the form value 'doc' was not found or is not accessible";
      await assert.rejects(show({ doc }, { doc: file }), { message });
    }
    for (const doc of [7, 'x', [], hello]) {
      await assert.rejects(show({ doc }, { doc: file }), { message: "The form value 'doc' must be one file" });
    }
  });
});

suite('the data of a form', () => {
  const schema = form(
    {
      note: { type: 'string', minLength: 2, maxLength: 5 },
      amount: { type: 'number', minimum: 0 },
      count: { type: 'integer' },
      yes: { type: 'boolean' },
      color: { type: 'string', enum: ['red', 'green'] },
      mail: { type: 'string', format: 'email', pattern: '^[a-z]+$' },
    },
    { required: ['note'] },
  );

  test('is what was sent, and otherwise what was prefilled', async () => {
    assert.deepEqual(
      Object.entries(await fill(schema, { count: 2, note: 'abc', other: 1 }, { note: 'xyz', amount: 1 })),
      [
        ['note', 'abc'],
        ['amount', 1],
        ['count', 2],
      ],
    );
    assert.deepEqual(await fill(schema, {}, { note: 'xyz' }), { note: 'xyz' });
    assert.deepEqual(await fill(null, { a: 1 }), {});
  });

  const wrong: [sent: Form, what: string][] = [
    [{}, 'data.note: is required'],
    [{ note: 7 }, 'data.note: must be string'],
    [{ note: null }, 'data.note: must be string'],
    [{ note: 'x' }, 'data.note: must NOT have fewer than 2 characters'],
    [{ note: 'xxxxxx' }, 'data.note: must NOT have more than 5 characters'],
    [{ note: 'abc', amount: '1' }, 'data.amount: must be number'],
    [{ note: 'abc', amount: -1 }, 'data.amount: must be >= 0'],
    [{ note: 'abc', count: 1.5 }, 'data.count: must be integer'],
    [{ note: 'abc', yes: 'true' }, 'data.yes: must be boolean'],
    [{ note: 'abc', color: 'blue' }, 'data.color: must be one of red, green'],
    [{ note: 'abc', mail: 'a@b' }, 'data.mail: must match pattern "^[a-z]+$"'],
  ];
  for (const [sent, what] of wrong) {
    test(`can not be ${JSON.stringify(sent)}`, () => assert.rejects(fill(schema, sent), refused(what)));
  }

  test('has an answer for each required text, unless the form itself says how long it is', async () => {
    const required = (field: object) => form({ why: { type: 'string', ...field } }, { required: ['why'] });
    for (const why of ['', ' ', '\n'])
      await assert.rejects(fill(required({}), { why }), refused('data.why: is required'));
    await assert.rejects(fill(required({}), {}, { why: '' }), refused('data.why: is required'));
    for (const allowing of [{ minLength: 0 }, { enum: ['', 'x'] }, { const: '' }])
      assert.deepEqual(await fill(required(allowing), { why: '' }), { why: '' });
    assert.deepEqual(await fill(form({ why: { type: 'string' } }), { why: '' }), { why: '' });
  });

  test('is limited in size, not counting files', async () => {
    const message = 'The form data is too large (at most 1000 characters of JSON)';
    await assert.rejects(fill(schema, { note: 'abc', other: 'x'.repeat(990) }), { status: 422, message });
    await assert.rejects(fill(null, { other: 'x'.repeat(990) }), { status: 422, message });
    const before = await files.storedBlobs();
    const large = { ...hello, data: 'QUFB'.repeat(1000) };
    assert.partialDeepStrictEqual(await fill(form({ doc: file }), { doc: large }), { doc: { size: 3000 } });
    await assert.rejects(fill(form({ doc: file }), { doc: hello, other: 'x'.repeat(990) }), { status: 422, message });
    assert.deepEqual(await files.storedBlobs(), before);
  });

  test('is refused when a pattern takes too long, or when the schema refers to itself', COMPLETE_ONLY, async () => {
    const slow = form({ note: { type: 'string', pattern: '^(a+)+$' } });
    await requireForm(threads, slow, { characters, owner: userId, signal });
    await assert.rejects(fill(slow, { note: `${'a'.repeat(60)}!` }), refused('data: takes too long to check'));
    assert.deepEqual(await fill(slow, { note: 'aaa' }), { note: 'aaa' });
    const circle = form({ note: { type: 'string', allOf: [{ $ref: '#/properties/note' }] } });
    await assert.rejects(
      fill(circle, { note: 'a' }),
      refused('data: the form can not be checked: Maximum call stack size exceeded'),
    );
  });
});

suite('the files of a form', () => {
  const schema = form({ doc: file, more: file }, { required: ['doc'] });

  test('can be sent in every inline format', async () => {
    const forms = [
      hello,
      { name: 'hello.txt', content_type: 'text/plain', data: 'aGVsbG8=' },
      { name: 'hello.txt', data: 'data:text/plain;base64,aGVsbG8=' },
    ];
    for (const doc of forms) {
      const data = await fill(schema, { doc });
      assert.partialDeepStrictEqual(data, { doc: { filename: 'hello.txt', content_type: 'text/plain', size: 5 } });
      assert.deepEqual(Object.keys(Object(data.doc)), ['file_id', 'filename', 'content_type', 'file_url', 'size']);
    }
  });

  test('can be the prefilled file, which stays as it was', async () => {
    const row = await createFile(services, files.incoming(userId, { runId }));
    const doc = toAttachment(row, services.publicUrl());
    for (const sent of [
      {},
      { doc },
      { doc: row.id.toUpperCase() },
      { doc: { ...doc, file_url: 'https://evil.example' } },
    ]) {
      assert.deepEqual(await fill(schema, sent, { doc }), { doc });
    }
    assert.deepEqual(await fill(schema, { more: null }, { doc, more: doc }), { doc, more: null });
    await assert.rejects(fill(schema, { more: row.id }, { doc }), {
      status: 422,
      message: "The input 'more' must be one file",
    });
  });

  test('can not be any other file, whoever owns it', async () => {
    const own = await createFile(services, files.incoming(userId));
    const ofRun = await createFile(services, files.incoming(userId, { runId }));
    const shown = {
      doc: toAttachment(await createFile(services, files.incoming(userId, { runId })), 'https://heddle.example'),
    };
    const before = await files.storedBlobs();
    const others = [
      own.id,
      { file_id: own.id },
      toAttachment(own, ''),
      ofRun.id,
      newId(),
      'x',
      '',
      7,
      null,
      [],
      [hello],
      {},
    ];
    for (const doc of others) {
      await assert.rejects(fill(schema, { doc, more: hello }, shown), {
        status: 422,
        message: "The input 'doc' must be one file",
      });
    }
    await assert.rejects(fill(schema, { doc: { ...hello, data: '?' } }), {
      status: 422,
      message: 'The file is not valid base64 data',
    });
    await assert.rejects(fill(schema, { more: hello }), refused('data.doc: is required'));
    assert.deepEqual(await files.storedBlobs(), before);
  });
});

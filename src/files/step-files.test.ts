import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openFiles } from '../../test/fixtures/files.ts';
import { StepError } from '../nodes/step.ts';
import { requireBlobKey } from '../platform/blobs/blobs.ts';
import { newId } from '../platform/ids.ts';
import { createStepFiles } from './step-files.ts';
import { createFile } from './store.ts';

const files = await openFiles();
const { services, db } = files;
const { signal } = new AbortController();

function stepFiles(userId: string, runId: string, idempotencyKey = 'key', isNamed = (_id: string) => true) {
  return createStepFiles({ ...services, userId, organizationId: null, runId, isNamed, idempotencyKey, signal });
}

const text = (content: string) => ({ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from(content) });

suite('saving a file', () => {
  test('returns an attachment that can be read', async () => {
    const user = await files.user();
    const step = stepFiles(user, await files.run(user));
    const attachment = await step.save(text('hello'));
    assert.match(attachment.file_url, new RegExp(`^https://heddle\\.example/file\\?id=${attachment.file_id}&secret=`));
    assert.partialDeepStrictEqual(attachment, { filename: 'a.txt', content_type: 'text/plain', size: 5 });
    assert.deepEqual(await step.read(attachment), { attachment, content: Buffer.from('hello') });
  });

  test('in a second attempt replaces the files of the first, in their order', async () => {
    const user = await files.user();
    const run = await files.run(user);
    const first = stepFiles(user, run);
    const before = [await first.save(text('one')), await first.save(text('two'))];
    const second = stepFiles(user, run);
    const after = [await second.save(text('1')), await second.save(text('22'))];
    assert.deepEqual(
      after.map(({ file_id, file_url }) => [file_id, file_url]),
      before.map(({ file_id, file_url }) => [file_id, file_url]),
    );
    assert.equal(new Set(before.map(({ file_id }) => file_id)).size, 2);
    for (const { file_id } of before) assert.match(file_id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    assert.equal((await second.read(before[1])).content.toString(), '22');
    assert.equal(await files.storageUsed('user', user), 3);
  });

  test('gives other steps and other runs their own files', async () => {
    const user = await files.user();
    const [run, other] = [await files.run(user), await files.run(user)];
    const ids = await Promise.all(
      [stepFiles(user, run), stepFiles(user, run, 'key2'), stepFiles(user, other)].map(
        async step => (await step.save(text('x'))).file_id,
      ),
    );
    assert.equal(new Set(ids).size, 3);
  });

  test('fails the step when there is no storage left', async () => {
    const user = await files.user({ storage_quota: 3 });
    const step = stepFiles(user, await files.run(user));
    await assert.rejects(step.save(text('hello')), error => error instanceof StepError && !error.retryable);
    await assert.rejects(step.save(text('hello')), { message: 'storage quota exceeded' });
    const large = { ...text(''), content: Buffer.alloc(2 ** 20 + 1) };
    await assert.rejects(step.save(large), { message: 'the file is larger than 1 MB' });
  });
});

suite('reading a file', async () => {
  const [ada, bob] = [await files.user(), await files.user()];
  const run = await files.run(ada);
  const step = stepFiles(ada, run);
  const own = await createFile(services, files.incoming(ada));

  test('works with an id, {file_id} or an attachment', async () => {
    for (const reference of [own.id, { file_id: own.id }, { file_id: own.id, filename: 'other' }]) {
      const { attachment, content } = await step.read(reference);
      assert.deepEqual([attachment.filename, content.toString()], ['a.txt', '0123456789']);
    }
  });

  test('works for files of the run, whoever owns them, and of other runs of the user', async () => {
    const ofRun = await createFile(services, files.incoming(bob, { runId: run }));
    const ofOther = await createFile(services, files.incoming(ada, { runId: await files.run(ada) }));
    for (const { id } of [ofRun, ofOther]) assert.equal((await step.read(id)).content.length, 10);
  });

  test('is refused for files of the user that were not named, but not for files of the run', async () => {
    const ofRun = await createFile(services, files.incoming(ada, { runId: run }));
    const careful = stepFiles(ada, run, 'key', id => id === ofRun.id);
    assert.equal((await careful.read(ofRun.id)).content.length, 10);
    await assert.rejects(careful.read({ file_id: own.id }), {
      message: `The file '${own.id}' was not found or is not accessible`,
    });
    assert.equal((await stepFiles(ada, run, 'key', id => id === own.id).read(own.id)).content.length, 10);
  });

  test('is refused for files of others and files that do not exist', async () => {
    const bobs = await createFile(services, files.incoming(bob));
    const ofBobsRun = await createFile(services, files.incoming(bob, { runId: await files.run(bob) }));
    const gone = await createFile(services, files.incoming(ada));
    await db.deleteFrom('files').where('id', '=', gone.id).execute();
    const lost = await createFile(services, files.incoming(ada));
    await services.blobs.delete(requireBlobKey(lost.blob_key));
    for (const id of [bobs.id, ofBobsRun.id, gone.id, lost.id, newId()]) {
      await assert.rejects(step.read(id), error => {
        assert.ok(error instanceof StepError);
        assert.equal(error.message, `The file '${id}' was not found or is not accessible`);
        return true;
      });
    }
  });

  test('is refused for values that refer to no file', async () => {
    for (const reference of [null, undefined, 7, 'x', {}, [own.id], { id: own.id }]) {
      await assert.rejects(step.read(reference), {
        message: 'A file must be given by an attachment, by {file_id} or by its id',
      });
    }
  });

  test('is refused for files over the limit, which may have been lowered', async () => {
    const limited = createStepFiles({
      ...services,
      fileBytes: 5,
      userId: ada,
      organizationId: null,
      runId: run,
      isNamed: () => true,
      idempotencyKey: 'key',
      signal,
    });
    await assert.rejects(limited.read(own.id), StepError);
  });
});

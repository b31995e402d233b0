import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { failure, perform, testStep } from '../../test/fixtures/step.ts';
import { type FileText, StepError } from './step.ts';

/** Each file contains its own name, and reading it costs one credit. */
async function readingStep(t: TestContext, options: { characters?: number } = {}) {
  const reported: string[] = [];
  const step = await testStep(t, {
    progress: text => reported.push(text),
    readText: async (reference): Promise<FileText> => {
      const { attachment } = await step.context.files.read(reference);
      if (attachment.filename === 'bad.pdf') throw new StepError("The file 'bad.pdf' can not be read: it is damaged");
      const text = options.characters === undefined ? `I am ${attachment.filename}` : 'x'.repeat(options.characters);
      return { attachment, text, credits: 1 };
    },
  });
  const add = (filename: string) => step.addFile({ filename, content: Buffer.from('any') });
  return { context: step.context, add, reported };
}

suite('file.to_text', () => {
  test('returns the text of one file', async t => {
    const { context, add, reported } = await readingStep(t);
    const file = add('a.pdf');
    const read = { file_id: file.file_id, filename: 'a.pdf', text: 'I am a.pdf' };
    const expected = { output: { text: 'I am a.pdf', files: [read] }, text: 'Read 1 file', credits: 1 };
    assert.deepEqual(await perform('file.to_text', { files: { ...file } }, context), expected);
    assert.deepEqual(await perform('file.to_text', { files: file.file_id }, context), expected);
    assert.deepEqual(reported, []);
  });

  test('returns the texts of several files, separately and together, and the sum of their credits', async t => {
    const { context, add, reported } = await readingStep(t);
    const files = [add('a.pdf'), add('b.png')];
    assert.deepEqual(await perform('file.to_text', { files: files.map(({ file_id }) => file_id) }, context), {
      output: {
        text: 'I am a.pdf\n\nI am b.png',
        files: files.map(({ file_id, filename }) => ({ file_id, filename, text: `I am ${filename}` })),
      },
      text: 'Read 2 files',
      credits: 2,
    });
    assert.deepEqual(reported, ['Reading file 1 of 2', 'Reading file 2 of 2']);
  });

  test('returns no text for no files', async t => {
    const { context } = await readingStep(t);
    const { output, text } = await perform('file.to_text', { files: [] }, context);
    assert.deepEqual({ output, text }, { output: { text: '', files: [] }, text: 'Read 0 files' });
  });

  test('fails at the first file that cannot be read', async t => {
    const { context, add } = await readingStep(t);
    const files = ['a.pdf', 'bad.pdf', 'c.pdf'].map(name => add(name).file_id);
    const damaged = failure("The file 'bad.pdf' can not be read: it is damaged");
    await assert.rejects(perform('file.to_text', { files }, context), damaged);
    await assert.rejects(perform('file.to_text', { files: 'unknown' }, context), failure("There is no file 'unknown'"));
  });

  test('refuses more than 100 files, and more text than an output may have', async t => {
    const { context, add } = await readingStep(t, { characters: 9_000_000 });
    const { file_id } = add('a.pdf');
    const tooMany = failure('At most 100 files can be read in one step');
    await assert.rejects(perform('file.to_text', { files: Array(101).fill(file_id) }, context), tooMany);
    const tooLong = failure('The texts have more than 16,777,216 characters together');
    await assert.rejects(perform('file.to_text', { files: [file_id, file_id] }, context), tooLong);
  });
});

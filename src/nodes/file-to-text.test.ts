import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type FileText, StepError } from './step.ts';
import { failure, perform, testStep } from './step-fixture.ts';

/** Files that say their own names, for a credit each. */
async function readingStep(t: TestContext, own: { characters?: number } = {}) {
  const told: string[] = [];
  const step = await testStep(t, {
    progress: text => told.push(text),
    readText: async (reference): Promise<FileText> => {
      const { attachment } = await step.context.files.read(reference);
      if (attachment.filename === 'bad.pdf') throw new StepError("The file 'bad.pdf' can not be read: it is damaged");
      const text = own.characters === undefined ? `I am ${attachment.filename}` : 'x'.repeat(own.characters);
      return { attachment, text, credits: 1 };
    },
  });
  const add = (filename: string) => step.addFile({ filename, content: Buffer.from('any') });
  return { context: step.context, add, told };
}

suite('file.to_text', () => {
  test('gives the text of one file', async t => {
    const { context, add, told } = await readingStep(t);
    const file = add('a.pdf');
    const read = { file_id: file.file_id, filename: 'a.pdf', text: 'I am a.pdf' };
    const expected = { output: { text: 'I am a.pdf', files: [read] }, text: 'Read 1 file', credits: 1 };
    assert.deepEqual(await perform('file.to_text', { files: { ...file } }, context), expected);
    assert.deepEqual(await perform('file.to_text', { files: file.file_id }, context), expected);
    assert.deepEqual(told, []);
  });

  test('gives the texts of several, each and together, and what they took', async t => {
    const { context, add, told } = await readingStep(t);
    const files = [add('a.pdf'), add('b.png')];
    assert.deepEqual(await perform('file.to_text', { files: files.map(({ file_id }) => file_id) }, context), {
      output: {
        text: 'I am a.pdf\n\nI am b.png',
        files: files.map(({ file_id, filename }) => ({ file_id, filename, text: `I am ${filename}` })),
      },
      text: 'Read 2 files',
      credits: 2,
    });
    assert.deepEqual(told, ['Reading file 1 of 2', 'Reading file 2 of 2']);
  });

  test('of no files is no text', async t => {
    const { context } = await readingStep(t);
    const { output, text } = await perform('file.to_text', { files: [] }, context);
    assert.deepEqual({ output, text }, { output: { text: '', files: [] }, text: 'Read 0 files' });
  });

  test('fails with the first file that can not be read', async t => {
    const { context, add } = await readingStep(t);
    const files = ['a.pdf', 'bad.pdf', 'c.pdf'].map(name => add(name).file_id);
    const damaged = failure("The file 'bad.pdf' can not be read: it is damaged");
    await assert.rejects(perform('file.to_text', { files }, context), damaged);
    await assert.rejects(perform('file.to_text', { files: 'unknown' }, context), failure("There is no file 'unknown'"));
  });

  test('takes 100 files, and no more text than an output may have', async t => {
    const { context, add } = await readingStep(t, { characters: 9_000_000 });
    const { file_id } = add('a.pdf');
    const tooMany = failure('At most 100 files can be read in one step');
    await assert.rejects(perform('file.to_text', { files: Array(101).fill(file_id) }, context), tooMany);
    const tooLong = failure('The texts have more than 16,777,216 characters together');
    await assert.rejects(perform('file.to_text', { files: [file_id, file_id] }, context), tooLong);
  });
});

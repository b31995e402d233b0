import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { StepError } from '../../nodes/step.ts';

test('file_to_text returns the text of a file', async t => {
  const asked: unknown[] = [];
  const bench = workbench(t, {
    readText: async reference => {
      asked.push(reference);
      const { attachment } = await bench.files.read(reference);
      return { attachment, text: 'What it says', credits: 2 };
    },
  });
  const file = await bench.store('letter.pdf', 'any');
  assert.deepEqual(await bench.outcome('file_to_text', { file: { file_id: file } }), {
    output: { text: 'What it says', filename: 'letter.pdf' },
    text: 'Read letter.pdf',
    credits: 2,
  });
  assert.deepEqual(asked, [{ file_id: file }]);
  await assert.rejects(bench.call('file_to_text', {}), isStepError(/'file' is required/));
});

test('file_to_text fails when the file can not be read', async t => {
  const bench = workbench(t, { readText: () => Promise.reject(new StepError('It is damaged')) });
  await assert.rejects(bench.call('file_to_text', { file: 'file-1' }), isStepError('It is damaged'));
});

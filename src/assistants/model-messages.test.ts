import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import type { Attachment } from '../nodes/step.ts';
import type { Entry } from './conversations.ts';
import { canPerceive, modelMessages } from './model-messages.ts';

const abilities = { vision: true, audio: false, tools: true };

function image(name: string, size: number): Attachment {
  return { file_id: name, filename: name, content_type: 'image/png', file_url: '', size };
}

function question(content: string, ...files: Attachment[]): Entry {
  const rest = { conversation_id: 'c', position: 0, id: content, model: null, credits: 0, created_at: new Date(0) };
  return { ...rest, role: 'user', shown: true, content, details: {}, files };
}

suite('files that a model perceives itself', () => {
  test('are the latest ones within the limit', async () => {
    const entries = [
      question('one', image('old', 1)),
      question('two', image('large', fixedLimits.chat.shownBytes - 2 * MEGABYTE), image('small', MEGABYTE)),
      question('three', image('last', MEGABYTE)),
    ];
    const loaded: string[] = [];
    const messages = await modelMessages(entries, abilities, async ({ filename }) => {
      loaded.push(filename);
      return filename === 'small' ? undefined : { filename, contentType: 'image/png', content: new Uint8Array() };
    });
    assert.deepEqual(loaded.sort(), ['large', 'last', 'small']);
    assert.deepEqual(
      messages.map(message => (message.role === 'user' ? message.files.map(({ filename }) => filename) : [])),
      [[], ['large'], ['last']],
    );
    assert.match(messages[0]?.role === 'user' ? messages[0].text : '', /^one\n\n\[attached file "old", image\/png/);
  });

  test('have a type and a size that it accepts', () => {
    const file = (content_type: string, size = 1) => ({ content_type, size });
    assert.ok(canPerceive(abilities, file('image/png', fixedLimits.chat.shownBytes)));
    assert.ok(!canPerceive(abilities, file('image/png', fixedLimits.chat.shownBytes + 1)));
    for (const type of ['image/tiff', 'audio/mpeg', 'text/plain']) assert.ok(!canPerceive(abilities, file(type)), type);
    assert.ok(canPerceive({ ...abilities, audio: true }, file('audio/mpeg')));
    assert.ok(!canPerceive({ ...abilities, vision: false }, file('image/png')));
  });
});

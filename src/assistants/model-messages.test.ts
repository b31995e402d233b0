import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits, MEGABYTE } from '../configuration/limits.ts';
import type { Attachment } from '../nodes/step.ts';
import type { Entry } from './conversations.ts';
import { modelMessages, perceives } from './model-messages.ts';

const abilities = { vision: true, audio: false, tools: true };

function image(name: string, size: number): Attachment {
  return { file_id: name, filename: name, content_type: 'image/png', file_url: '', size };
}

function question(content: string, ...files: Attachment[]): Entry {
  const rest = { conversation_id: 'c', position: 0, id: content, model: null, credits: 0, created_at: new Date(0) };
  return { ...rest, role: 'user', shown: true, content, details: {}, files };
}

suite('files that a model sees itself', () => {
  test('are the latest ones that have room', async () => {
    const entries = [
      question('one', image('old', 1)),
      question('two', image('large', limits.chat.shownBytes - 2 * MEGABYTE), image('small', MEGABYTE)),
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

  test('are of a kind and a size that it takes', () => {
    const file = (content_type: string, size = 1) => ({ content_type, size });
    assert.ok(perceives(abilities, file('image/png', limits.chat.shownBytes)));
    assert.ok(!perceives(abilities, file('image/png', limits.chat.shownBytes + 1)));
    for (const type of ['image/tiff', 'audio/mpeg', 'text/plain']) assert.ok(!perceives(abilities, file(type)), type);
    assert.ok(perceives({ ...abilities, audio: true }, file('audio/mpeg')));
    assert.ok(!perceives({ ...abilities, vision: false }, file('image/png')));
  });
});

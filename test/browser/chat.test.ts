/** Tests chats in the console: tools and files, models that fail, answers that outlive their page, and assistants. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { chatsOn, script } from '../http/chats.ts';
import { openModelServer } from '../support/model-server.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';

const server = await openModelServer({ after });
const credits = { input_token: 0.01, output_token: 0.02 };
const models = [
  { id: 'small', url: server.url, credits },
  { id: 'large', url: server.url, abilities: ['tools', 'vision'] },
];
const app = await openConsole({ HEDDLE_MODELS: JSON.stringify(models) });
const { assistant, chat } = chatsOn(app.service);

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Makes the model wait after the first piece of its answer. */
function holdAnswer(...pieces: string[]): { asked: Promise<void>; open(): void } {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.answer = () => {
    asked.resolve();
    return { pieces, afterFirstPiece: gate.promise };
  };
  return { asked: asked.promise, open: gate.resolve };
}

/** What a provider sends that fails in the middle of its answer. */
const BROKEN = [
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Half of "}}]}',
  'data: {"error":{"message":"out of memory","type":"fatal"}}',
  '',
].join('\n\n');

suite('a chat', { skip: app.skip }, () => {
  test('shows tools and files as they were, also after a reload', async t => {
    const ann = await app.person({ name: 'Ann' });
    await assistant(ann, { name: 'Weaver', description: 'Knows looms', tools: ['hash'] });
    const seen = script(
      server,
      { text: 'A moment.', calls: [{ name: 'hash', input: { text: 'heddle' } }] },
      { text: 'It is **done**. <b>Not bold</b>' },
    );
    const page = await app.page(t, { as: ann, path: '/chat' });
    await page.getByText('You talk to the model small.').waitFor();
    await page.getByRole('combobox', { name: 'Talk to' }).click();
    await page
      .getByRole('option', { name: /^large/ })
      .getByText('uses tools · sees pictures · free')
      .waitFor();
    await page.getByRole('option', { name: /^Weaver/ }).click();
    await page.getByText('You talk to Weaver.').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    const content = Buffer.from('Looms have heddles.');
    const names = ['note.txt', 'one.txt', 'two.txt', 'three.txt'];
    await (await chooser).setFiles(names.map(name => ({ name, mimeType: 'text/plain', buffer: content })));
    for (const name of names) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    for (const name of names.slice(1)) await page.getByRole('button', { name: `Remove ${name}` }).click();
    await field(page).fill('Hash this');
    // A draft survives with its files.
    await page.reload();
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor();
    assert.equal(await field(page).inputValue(), 'Hash this');
    await page.getByRole('button', { name: 'Send' }).click();

    for (const round of ['live', 'reloaded']) {
      if (round === 'reloaded') await page.reload();
      await messages(page).getByText('It is done. <b>Not bold</b>').waitFor();
      await messages(page).getByText('A moment.').waitFor();
      await messages(page).getByRole('link', { name: 'Open note.txt' }).waitFor();
      const step = messages(page).getByRole('listitem').getByRole('group').filter({ hasText: 'hash' });
      await step.getByText('Succeeded').waitFor({ state: 'attached' });
      await step.getByText('hash', { exact: true }).click();
      await step.getByRole('region', { name: 'Input' }).getByText('"text": "heddle"').waitFor();
      await step.getByRole('region', { name: 'Result' }).getByText('751737768ed4354f').waitFor();
      await page.getByText('0.4 credits', { exact: true }).waitFor();
    }
    assert.match(JSON.stringify(seen[0]?.messages), /Looms have heddles/);
    await checkAccessibility(page);

    await page.getByRole('button', { name: 'Actions for Hash this' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Weaving');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Weaving' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('weav');
    await page.waitForURL(/text=weav/);
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Weaving' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Weaving' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No conversations yet').waitFor();
  });

  test('whose model dies half way loses nothing that was typed', async t => {
    const ann = await app.person();
    script(server, { raw: BROKEN }, { text: 'All of it' }, { raw: BROKEN });
    const page = await app.page(t, { as: ann, path: '/chat' });
    await ask(page, 'Tell me all');
    const alert = messages(page).getByRole('alert');
    await alert.getByText('out of memory').waitFor();
    await messages(page).getByText('This is not an answer').waitFor();
    await messages(page).getByText('Half of').waitFor();
    await messages(page).getByText('Not answered').waitFor();
    assert.equal(await field(page).inputValue(), 'Tell me all');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await messages(page).getByText('All of it').waitFor();
    await alert.waitFor({ state: 'detached' });
    assert.equal(await field(page).inputValue(), '');
    assert.equal(await messages(page).getByText('Tell me all').count(), 1);

    // The same further on, and across a reload: the conversation ends with its last answer.
    await ask(page, 'And more');
    await alert.getByText('out of memory').waitFor();
    await page.reload();
    await messages(page).getByText('All of it').waitFor();
    assert.equal(await field(page).inputValue(), 'And more');
    assert.equal(await messages(page).getByText('And more').count(), 0);
  });

  test('goes on while its page is loaded anew, and tells another tab so', async t => {
    const ann = await app.person();
    script(server, { text: 'Welcome' });
    const { conversation_id } = await chat(ann, { message: 'Hi' });
    const path = `/chat/${conversation_id}`;
    const page = await app.page(t, { as: ann, path });
    const other = await app.page(t, { as: ann, path, expected: [/423/] });
    await messages(other).getByText('Welcome').waitFor();
    await messages(page).getByText('Welcome').waitFor();
    const { open } = holdAnswer('A long ', 'story');
    await ask(page, 'Tell me a story');
    await messages(page).getByText('A long').waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();

    await ask(other, 'Me too');
    await other.getByText('the conversation is being answered by another request').waitFor();
    await messages(other).getByText('Tell me a story').waitFor();
    await messages(other).getByText('It was asked in another tab').waitFor();
    assert.equal(await field(other).inputValue(), 'Me too');

    await page.reload();
    await messages(page).getByText('Tell me a story').waitFor();
    await messages(page).getByText('Heddle goes on with it').waitFor();
    open();
    for (const tab of [page, other]) await messages(tab).getByText('A long story').waitFor();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await field(page).inputValue(), '');
    assert.equal(await field(other).inputValue(), 'Me too');
  });

  test('is stopped, and gives the message back before what was typed meanwhile', async t => {
    const ann = await app.person();
    const { open } = holdAnswer('Once upon ', 'a time');
    const page = await app.page(t, { as: ann, path: '/chat' });
    await ask(page, 'Tell me a story');
    await messages(page).getByText('Once upon').waitFor();
    await field(page).fill('Or a poem');
    await page.getByRole('button', { name: 'Stop' }).click();
    await messages(page).getByRole('alert').getByText('The answer was stopped').waitFor();
    assert.equal(await field(page).inputValue(), 'Tell me a story\n\nOr a poem');
    open();
    script(server, { text: 'Short' });
    await ask(page, 'Be brief');
    await messages(page).getByText('Short').waitFor();
  });
});

suite('assistants', { skip: app.skip }, () => {
  test('are made, shared, and chatted with on a phone, and changed only by those who may', async t => {
    const [ann, bob] = [await app.person({ name: 'Ann' }), await app.person({ name: 'Bob' })];
    const page = await app.page(t, { as: ann, path: '/assistants' });
    await page.getByRole('heading', { name: 'No assistants yet' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'New assistant' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Weaver');
    await page.getByRole('textbox', { name: 'Description' }).fill('Knows looms');
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Be brief.');
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('csv');
    await page.getByRole('checkbox', { name: 'Read CSV' }).check();
    await page.getByRole('combobox', { name: 'Add a person' }).fill(bob.email);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('combobox', { name: `Access of ${bob.email}` }).waitFor();
    await page.getByRole('option', { name: bob.email }).waitFor({ state: 'hidden' });
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Weaver' }).waitFor();
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Be very brief.');
    await page.getByRole('link', { name: 'All assistants' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The assistant was saved').waitFor();

    const seen = script(server, { text: 'Yes' });
    const phone = await app.page(t, { as: bob, path: '/assistants', width: 360, height: 740 });
    await phone.getByRole('link', { name: 'Weaver', exact: true }).click();
    await phone.getByText('It is shared with you to use.').waitFor();
    assert.equal(await phone.getByRole('textbox', { name: 'Instructions' }).inputValue(), 'Be very brief.');
    assert.equal(await phone.getByRole('textbox', { name: 'Instructions' }).getAttribute('readonly'), '');
    assert.equal(await phone.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await phone.getByRole('button', { name: 'Delete' }).count(), 0);
    await phone.getByRole('link', { name: 'Chat with it' }).click();
    await phone.getByText('You talk to Weaver.').waitFor();
    await ask(phone, 'Do looms have heddles?');
    await messages(phone).getByText('Yes', { exact: true }).waitFor();
    assert.match(JSON.stringify(seen[0]?.messages[0]), /Be very brief\./);
    await checkAccessibility(phone);
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await phone.getByRole('link', { name: 'All conversations' }).click();
    await phone.getByRole('link', { name: 'Do looms have heddles?' }).waitFor();
    await checkAccessibility(phone);
  });
});

/** Fields for templates: plain at first, and taken over by CodeMirror in the middle of whatever somebody does in them. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { chain, node } from '../support/definitions.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { readText, untilStored } from './support/editing.ts';

const SUBJECT = 'Order {{ input.order }}';
const MESSAGE = `Dear {{ input.name }},\n\nthank you.\n{# ${'A long line, which needs more than one in the panel. '.repeat(4)}#}\n`;
const CHUNK = /\/assets\/code-mirror-field-[^/]*\.js$/;

const app = await openConsole();
const { service } = app;
const ann = await app.person();

interface Opened {
  readonly id: string;
  readonly page: Page;
  readonly subject: Locator;
  readonly message: Locator;
  /** Lets CodeMirror come. */
  release(): void;
}

/** Opens the panel of a step with two templates, for which CodeMirror does not come before it is released. */
async function open(t: TestContext, expected: RegExp[] = []): Promise<Opened> {
  const { id } = await service.ask<{ id: string }>(
    '/api/v3/workflow/create',
    { name: 'Mail', definition: chain(node('mail', 'notify', { subject: SUBJECT, message: MESSAGE })) },
    ann.key,
  );
  const page = await app.page(t, { as: ann, expected });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(CHUNK, async route => {
    await released;
    await route.continue();
  });
  await page.goto(`/workflows/${id}?step=mail`);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.waitFor();
  return { id, page, subject, message, release };
}

function isPlain(field: Locator): Promise<boolean> {
  return field.evaluate(element => element.tagName === 'TEXTAREA');
}

/** Waits until CodeMirror has come, which the field that nobody uses shows at once. */
async function untilLoaded({ page }: Opened): Promise<void> {
  await page.locator('[data-param=message] .cm-content').waitFor();
}

function untilTakenOver({ page }: Opened): Promise<void> {
  return page.locator('[data-param=subject] .cm-content').waitFor();
}

suite('a field for a template', { skip: app.skip }, () => {
  test('is plain until somebody is about to work in it, and looks the same afterwards', async t => {
    const opened = await open(t);
    const { page, subject, message } = opened;
    assert.deepEqual(await Promise.all([isPlain(subject), isPlain(message)]), [true, true]);
    assert.equal(await readText(message), MESSAGE);
    const selected = "getComputedStyle(document.querySelector('[data-param=message] textarea'), '::selection').color";
    assert.notEqual(await page.evaluate(selected), 'rgba(0, 0, 0, 0)', 'what is selected covers the text behind');
    await checkAccessibility(page);
    const boxes = () =>
      Promise.all(['subject', 'message'].map(name => page.locator(`[data-param=${name}]`).boundingBox()));
    const before = await boxes();
    opened.release();
    await subject.hover();
    await untilTakenOver(opened);
    assert.deepEqual(await boxes(), before);
    assert.equal(
      await message.evaluate(element => element.querySelectorAll('.cm-line').length),
      MESSAGE.split('\n').length,
    );
  });

  test('has every key that was typed before, meanwhile and afterwards, and undoes them all', async t => {
    const opened = await open(t);
    const { page, id, subject } = opened;
    await subject.focus();
    await page.keyboard.type(' of {{now');
    opened.release();
    for (const key of ' | date("%Y") }} in the shop') await page.keyboard.press(key);
    await untilTakenOver(opened);
    await page.keyboard.type('!');
    assert.equal(await readText(subject), `${SUBJECT} of {{ now | date("%Y") }} in the shop!`);
    await untilStored(service, ann, id, ['mail', 'subject', `${SUBJECT} of {{ now | date("%Y") }} in the shop!`]);
    for (let undone = 0; undone < 60; undone++) await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await readText(subject), SUBJECT);
    await untilStored(service, ann, id, ['mail', 'subject', SUBJECT]);
  });

  test('keeps the caret in the middle, and what is selected', async t => {
    const opened = await open(t);
    const { page, subject } = opened;
    await subject.focus();
    await page.keyboard.press('Home');
    for (let moved = 0; moved < 5; moved++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('s');
    for (let moved = 0; moved < 4; moved++) await page.keyboard.press('Shift+ArrowLeft');
    opened.release();
    await untilTakenOver(opened);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.type('ffers');
    assert.equal(await readText(subject), 'Offers {{ input.order }}');
  });

  test('shows what can be written as soon as it can', async t => {
    const opened = await open(t);
    const { page, subject } = opened;
    await subject.focus();
    await page.keyboard.type('{{ work');
    opened.release();
    await page.getByRole('option', { name: /^workflow/ }).waitFor();
    assert.equal(await readText(subject), `${SUBJECT}{{ work }}`);
  });

  test('waits for the end of a composition and of a selection by pointer', async t => {
    const opened = await open(t);
    const { page, subject } = opened;
    await subject.focus();
    const browser = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await compose('に');
    opened.release();
    await untilLoaded(opened);
    await compose('にほ');
    assert.equal(await isPlain(subject), true);
    await browser.send('Input.insertText', { text: '日本' });
    await untilTakenOver(opened);
    await page.keyboard.type('!');
    assert.equal(await readText(subject), `${SUBJECT}日本!`);
  });

  test('waits for the end of a selection by pointer', async t => {
    const opened = await open(t);
    const { page, subject } = opened;
    const box = await subject.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 12, box.y + 15);
    await page.mouse.down();
    opened.release();
    await untilLoaded(opened);
    await page.mouse.move(box.x + 300, box.y + 15);
    assert.equal(await isPlain(subject), true);
    await page.mouse.up();
    await untilTakenOver(opened);
    await page.keyboard.type('All');
    assert.equal(await readText(subject), 'All');
  });

  test('stays the field into which values are inserted', async t => {
    const opened = await open(t);
    const { page, subject } = opened;
    await subject.focus();
    await page.keyboard.press('Home');
    const tree = page.getByRole('tree', { name: 'Data of earlier steps' });
    await tree.focus();
    opened.release();
    await untilTakenOver(opened);
    await page.getByText('press Enter to insert it into Subject').waitFor();
    await tree.press('End');
    await tree.press('Enter');
    assert.match(await readText(subject), /^\{\{ \w+(\.\w+)* \}\}Order /);
  });

  test('is a whole field of its own when CodeMirror can not be loaded', async t => {
    const opened = await open(t, [/Failed to load resource/]);
    const { page, id, subject, message } = opened;
    await page.unroute(CHUNK);
    await page.route(CHUNK, route => route.abort());
    const failed = page.waitForEvent('requestfailed', request => CHUNK.test(request.url()));
    await subject.click();
    await failed;
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Mr. {{ input.name }}');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await subject.evaluate(element => element.matches(':focus')), false);

    await message.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await subject.focus();
    await page.keyboard.press('ControlOrMeta+v');
    assert.equal(await readText(subject), 'Mr. {{ input.name }}Dear {{ input.name }}, ');
    await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await readText(subject), 'Mr. {{ input.name }}');

    await message.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('{{ input. }}');
    await page.getByText(/^line 5: /).waitFor();
    assert.equal(await message.getAttribute('aria-invalid'), 'true');
    assert.equal((await page.locator('[data-param=message] .code-problem').count()) > 0, true);
    await untilStored(service, ann, id, ['mail', 'subject', 'Mr. {{ input.name }}']);
    await checkAccessibility(page);
    assert.equal(await isPlain(subject), true);
  });

  test('starts the interpreter of previews with the first template', async t => {
    const { id } = await service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'Text', definition: chain(node('write', 'transform', { value: 'Good morning' })) },
      ann.key,
    );
    const page = await app.page(t, { as: ann, path: `/workflows/${id}?step=write` });
    const value = page.getByRole('textbox', { name: 'Value' });
    await value.focus();
    await page.locator('[data-param=value] .cm-content').waitFor();
    assert.deepEqual(
      page.workers().map(worker => worker.url()),
      [],
    );
    await page.keyboard.type(', {{ 6 * 7 }} times');
    await page.getByText('Good morning, 42 times').waitFor();
    assert.equal(page.workers().length, 1);
  });
});

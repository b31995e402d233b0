/**
 * Types into a param of a step in a real browser, in workflows of 10, 200 and 500 steps, and measures the time from each
 * key to the frame that shows it. The floor is a text area on an empty page of the same browser.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium, NO_BROWSER } from '../test/browser/support/chromium.ts';
import { call, startHeddle } from './load.ts';
import { median, milliseconds, percentile, type Row } from './report.ts';

const SIZES = [10, 200, 500];
const KEYS = 60;
/** The pause of somebody who types quickly. */
const BETWEEN_KEYS_MS = 100;
/** After the last key, the workflow is checked, kept and saved, which can delay a frame as well. */
const AFTERWARDS_MS = 2500;
/** Tells a page that never gets there from one on a slow machine. */
const PATIENCE_MS = 180_000;
const PERSON = { email: 'typist@example.org', password: 'a long enough password' };

export async function benchEditor(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const executable = await findChromium();
  if (executable === undefined) throw new Error(NO_BROWSER);
  const heddle = await startHeddle(databaseUrl, dataFolder);
  try {
    await using browser = await launchChromium(executable);
    const key = await createTypist(heddle.url);
    const floor = await measureFloor(browser);
    const rows: Row[] = [];
    for (const size of SIZES) {
      const body = { name: `${size} steps`, definition: workflowOf(size) };
      const { id } = await call<{ id: string }>(`${heddle.url}/api/v3/workflow/create`, body, { 'uni-api-key': key });
      rows.push(...toRows(size, await measureEditor(browser, heddle.url, id, size), floor));
    }
    return rows;
  } finally {
    await heddle.stop();
  }
}

interface Typed {
  /** From each key to the frame that shows it. */
  keyMs: number[];
  /** All frames from the first key until the workflow is saved. */
  frameMs: number[];
  /** The processor time of the page's main thread for each key, with what follows the last one. */
  computedMs: number;
}

function toRows(size: number, typed: Typed & { openMs: number }, floor: Typed): Row[] {
  const [typical, typicalFloor] = [median(typed.keyMs), median(floor.keyMs)];
  return [
    {
      what: `From a key to its frame, in a workflow of ${size} steps`,
      value: `${milliseconds(typical)}, p95 ${milliseconds(percentile(typed.keyMs, 0.95))}`,
      floor: `a text area, ${milliseconds(typicalFloor)}`,
      ratio: typical / typicalFloor,
      target: '≤ 50 ms',
    },
    {
      what: 'Longest frame meanwhile, and until it is saved',
      value: milliseconds(Math.max(...typed.frameMs)),
      floor: milliseconds(Math.max(...floor.frameMs)),
    },
    {
      what: 'Processor time of the main thread per key',
      value: milliseconds(typed.computedMs),
      floor: milliseconds(floor.computedMs),
    },
    { what: 'From the address to the field of the step', value: milliseconds(typed.openMs) },
  ];
}

async function createTypist(url: string): Promise<string> {
  const { id } = await call<{ id: string }>(`${url}/api/v1/user/create`, { name: 'Typist', ...PERSON });
  const asked = { user_id: id, name: 'bench', scopes: ['*'] };
  return (await call<{ key: string }>(`${url}/api/v1/key/create`, asked)).key;
}

async function measureFloor(browser: Browser): Promise<Typed> {
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<textarea></textarea>');
  await page.locator('textarea').focus();
  const typed = await type(page);
  await page.context().close();
  return typed;
}

async function measureEditor(browser: Browser, url: string, id: string, size: number) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const response = await context.request.post('/api/v1/session/create', { data: PERSON, headers: { origin: url } });
  if (!response.ok()) throw new Error(await response.text());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const field = page.locator('[data-param] :is(textarea, .cm-content)').first();
  // The first visit fills the cache of the browser.
  await page.goto('/workflows');
  await page.getByRole('heading', { name: 'Workflows' }).waitFor();
  const begun = performance.now();
  await page.goto(`/workflows/${id}?step=s${Math.floor(size / 2)}`);
  await field.waitFor();
  const openMs = performance.now() - begun;
  await page.getByRole('status', { name: 'Issues' }).waitFor();
  await field.click();
  await page.locator('.cm-content').first().waitFor();
  await page.keyboard.press('End');
  await delay(AFTERWARDS_MS);
  const typed = await type(page);
  await page.getByText(/^Saved/).waitFor();
  await context.close();
  return { ...typed, openMs };
}

async function type(page: Page): Promise<Typed> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const computedSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await computedSeconds();
  await page.evaluate(MEASURE);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('x');
    await page.evaluate('painted');
    await delay(BETWEEN_KEYS_MS);
  }
  await delay(AFTERWARDS_MS);
  const computedMs = (((await computedSeconds()) - before) * 1000) / KEYS;
  return { ...(await page.evaluate<Omit<Typed, 'computedMs'>>('measured')), computedMs };
}

/** Runs in the page. The types of this project know no documents. A message is delivered when the frame is painted. */
const MEASURE = `
  globalThis.measured = { keyMs: [], frameMs: [] };
  const { port1, port2 } = new MessageChannel();
  addEventListener('keydown', ({ timeStamp }) => {
    globalThis.painted = new Promise(resolve => {
      port1.onmessage = () => resolve(measured.keyMs.push(performance.now() - timeStamp));
    });
    requestAnimationFrame(() => port2.postMessage(null));
  }, { capture: true });
  let before = performance.now();
  requestAnimationFrame(function next(now) {
    measured.frameMs.push(now - before);
    before = now;
    requestAnimationFrame(next);
  });
  0;
`;

/** A chain in which each step names the one before, with a branch at every tenth, as people build them. */
function workflowOf(size: number) {
  const numbers = Array.from({ length: size - 1 }, (_, index) => index + 1);
  const isBranch = (number: number) => number % 10 === 9;
  return {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: null },
      ...numbers.map(number => {
        const before = number === 1 ? 'input.name' : `steps.s${number - 1}.output`;
        const step = { id: `s${number}`, name: `Step ${number}`, position: null };
        return isBranch(number)
          ? { ...step, type: 'condition', params: { expression: `${before} != ''` } }
          : { ...step, type: 'transform', params: { value: `After {{ ${before} }} comes ${number} ` } };
      }),
    ],
    edges: numbers.map(number => ({
      source: number === 1 ? 'start' : `s${number - 1}`,
      target: `s${number}`,
      source_handle: isBranch(number - 1) ? 'true' : null,
    })),
  };
}

/** Answers that do not change, so that what a page shows changes only by its own doing. */
import type { APIResponse, Page, Route } from 'playwright-core';
import { until } from '../../support/process.ts';
import { CODE } from './races.ts';

/** Streams, and what tells the service something. */
const NOT_READ = /\/(live|watch|presence\/set)$/;

export interface SameAnswers {
  /** Holds back the answers to what the page asks from now on. */
  hold(): void;
  /** Waits until the page has asked something of one of these endpoints since the last `hold`. */
  untilAsked(endpoint: string): Promise<void>;
  /** Refuses what was held back and what is asked from now on, as a service does that has a fault. */
  refuse(): void;
  /** Answers what was held back and what is asked from now on. */
  answer(): void;
}

/** Answers whatever the page reads as it was answered for the first time. */
export async function giveSameAnswers(page: Page): Promise<SameAnswers> {
  const answers = new Map<string, Promise<APIResponse>>();
  const asked = new Set<string>();
  let isRefused = false;
  let held = Promise.withResolvers<void>();
  held.resolve();

  async function treat(route: Route): Promise<void> {
    const { pathname, search } = new URL(route.request().url());
    asked.add(pathname);
    await held.promise;
    if (isRefused) return route.fulfill({ status: 500, json: { detail: 'there is a fault' }, headers: CODE });
    const question = `${pathname}${search} ${route.request().postData()}`;
    const answer = answers.get(question) ?? route.fetch();
    answers.set(question, answer);
    await route.fulfill({ response: await answer });
  }
  await page.route(({ pathname }) => pathname.startsWith('/api/') && !NOT_READ.test(pathname), treat);

  return {
    hold() {
      asked.clear();
      held = Promise.withResolvers();
    },
    untilAsked: endpoint => until(() => asked.has(endpoint), `the page asks ${endpoint}`),
    refuse() {
      isRefused = true;
      held.resolve();
    },
    answer() {
      isRefused = false;
      held.resolve();
    },
  };
}

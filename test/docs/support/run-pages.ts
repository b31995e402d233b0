/** Runs the examples of documentation pages, and compares what they print with what the pages show. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { findDifference } from './compare.ts';
import type { Block, Page } from './page.ts';
import { openSession, type Session } from './session.ts';

/** A service, and a user of it on whose behalf the examples run. */
export interface Account {
  url: string;
  key: string;
  email: string;
}

/** The pages continue one another: they share the session and its folder. */
export async function runPages({ url, key, email }: Account, pages: readonly Page[]): Promise<void> {
  const session = await openSession({ HEDDLE_URL: url, HEDDLE_KEY: key, HEDDLE_EMAIL: email });
  try {
    const ports = await findPorts(pages.flatMap(page => page.ports));
    for (const page of pages) for (const block of page.blocks) await runBlock(session, page, block, ports);
  } finally {
    await session.close();
  }
}

type Ports = ReadonlyMap<string, string>;

async function runBlock(session: Session, { name }: Page, block: Block, ports: Ports): Promise<void> {
  const text = replacePorts(block.text, ports);
  if (block.kind === 'file') return session.write(block.name, text);
  const { succeeded, printed, errors } = await session.run(block.language, text);
  const report = `\n--- the block\n${text}--- printed\n${printed}\n--- errors\n${errors}`;
  assert.ok(succeeded, `${name}:${block.line}: the block failed, or took too long${report}`);
  if (!block.answer) return;
  const answer = { ...block.answer, text: replacePorts(block.answer.text, ports) };
  const difference = findDifference(answer, printed);
  assert.ok(!difference, `${name}:${answer.line}: ${difference}${report}--- shown\n${answer.text}`);
}

function replacePorts(text: string, ports: Ports): string {
  return [...ports].reduce(
    (replaced, [written, free]) => replaced.replaceAll(new RegExp(`\\b${written}\\b`, 'g'), free),
    text,
  );
}

async function findPorts(written: readonly string[]): Promise<Ports> {
  const unique = [...new Set(written)];
  return new Map(await Promise.all(unique.map(async port => [port, await findFreePort()] as const)));
}

async function findFreePort(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(String(typeof address === 'object' ? address?.port : address)));
  });
  return promise;
}

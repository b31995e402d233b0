import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/process.ts';

/** This page is the specification itself. */
const ITSELF = path.join('docs', 'reference', 'integration-api.md');
/** Paths of the sources, records of decisions, and the document that readers know as the integration API. */
const INSIDERS = /\bsrc\/[a-z]|contributing\/|\bthe specification\b/i;

test('pages for users do not speak of source files, decisions or the specification', () => {
  const pages = globSync('docs/*/*.md', { cwd: ROOT }).filter(
    page => !page.startsWith(path.join('docs', 'contributing')),
  );
  const spoken = pages.filter(page => {
    const withoutComments = readFileSync(path.join(ROOT, page), 'utf8').replace(/<!--.*?-->/gs, '');
    return INSIDERS.test(withoutComments);
  });
  assert.deepEqual(
    spoken.filter(page => page !== ITSELF),
    [],
  );
});

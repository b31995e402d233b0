/** Keeps what is derived from the commands fresh. Run `node src/commands/generate.ts` after a change. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { describeEndpointCommands } from '../../src/commands/described-endpoints.ts';
import descriptions from '../../src/commands/endpoint-commands.json' with { type: 'json' };
import { referencePage } from '../../src/commands/reference-page.ts';
import { ROOT } from '../support/process.ts';

test('the description of the endpoints that are commands is that of the endpoints', () => {
  assert.deepEqual(descriptions, describeEndpointCommands());
});

test('the reference page is that of the commands', async () => {
  const page = await readFile(path.join(ROOT, 'docs', 'reference', 'command-line.md'), 'utf8');
  assert.equal(page, referencePage());
});

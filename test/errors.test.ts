import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './support/process.ts';

const source = readFileSync(path.join(ROOT, 'src/errors.ts'), 'utf8');
const errors = [...source.matchAll(/export const (\w+) =(?:(?!export const)[\s\S])*?Error\(\s*'(\w+)'/g)];

test('the code of an error is the name of its constructor', () => {
  assert.ok(errors.length > 200, `${errors.length} errors`);
  for (const [, name = '', code] of errors) {
    // MCP clients get the same error as all others, with a challenge.
    const expected = name === 'mcpKeyInvalid' ? 'apiKeyInvalid' : name;
    assert.equal(
      code,
      expected.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    );
  }
});

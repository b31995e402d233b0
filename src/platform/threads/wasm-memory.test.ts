import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMaximum } from './wasm-memory.ts';

const PAGE = 65_536;
const HEADER = '0061736d01000000';
/** The memory as `memory`. */
const EXPORTS = '070a01066d656d6f72790200';

/** Returns how many pages the memory of a module has at first, and at most. */
function pages(module: Uint8Array<ArrayBuffer>): [number, number] {
  const { memory } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
  assert.ok(memory instanceof WebAssembly.Memory);
  const initial = memory.buffer.byteLength / PAGE;
  try {
    for (;;) memory.grow(1);
  } catch {
    return [initial, memory.buffer.byteLength / PAGE];
  }
}

test('the memory of a module gets a maximum, unless it has a lower one or begins with more', () => {
  const module = (limits: string) => Uint8Array.fromHex(HEADER + limits + EXPORTS);
  const bound = (limits: string) => pages(withMaximum(module(limits), 300 * PAGE));
  assert.deepEqual(bound('0503010002'), [2, 300]);
  assert.deepEqual(bound('050401010203'), [2, 3]);
  assert.deepEqual(bound('05050101028010'), [2, 300]);
  assert.deepEqual(bound('0504010081 04'.replace(' ', '')), [513, 513]);
});

test('a module without a memory of its own stays as it is', () => {
  const module = Uint8Array.fromHex(HEADER);
  assert.deepEqual(withMaximum(module, PAGE), module);
});

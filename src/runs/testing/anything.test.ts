import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCommon, standsFor } from './anything.ts';

describe('what two rehearsals have in common', () => {
  test('is all but times, secrets and random values', () => {
    const cases: [first: unknown, second: unknown, common: unknown][] = [
      ['Dear Ada', 'Dear Ada', 'Dear Ada'],
      ['Sent on 2026-11-18 at 10:00', 'Sent on 2027-12-23 at 15:07', 'Sent on ***'],
      ['Bearer secret12', 'Bearer secret34', 'Bearer ***'],
      ['https://example.org/?key=secret1&a=1', 'https://example.org/?key=secret2&a=1', 'https://example.org/?key=***'],
      [
        { to: ['ada@example.org'], at: 1 },
        { to: ['ada@example.org'], at: 2 },
        { to: ['ada@example.org'], at: '***' },
      ],
      [[1, 2], [1], '***'],
      [{ a: 1 }, { b: 1 }, '***'],
      ['x'.repeat(3_000), 'x'.repeat(3_000), `${'x'.repeat(2_000)}***`],
      [`${'x'.repeat(1_999)}😀`, `${'x'.repeat(1_999)}😀`, `${'x'.repeat(1_999)}***`],
      ['😀', '😁', '***'],
    ];
    for (const [first, second, common] of cases) {
      assert.deepEqual(findCommon(first, second), common);
    }
  });

  test('stands for whatever it may be the next time', () => {
    assert.ok(standsFor('Sent on ***', 'Sent on 2030-01-01'));
    assert.ok(standsFor('***', { a: 1 }));
    assert.ok(standsFor([1], [1]));
    assert.equal(standsFor('Sent on ***', 'Not sent'), false);
    assert.equal(standsFor('Sent on ***', 3), false);
    assert.equal(standsFor('***', undefined), false);
    assert.equal(standsFor(1, '1'), false);
  });
});

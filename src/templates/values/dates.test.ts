import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, isOrdinaryError } from '../../../test/fixtures/templates.ts';

function evaluate(source: string, now: unknown = '2026-03-29T00:59:59.250Z'): unknown {
  return compileExpression(source).evaluate({ now });
}

describe('strftime', () => {
  it('formats ISO texts and milliseconds in UTC', () => {
    assert.equal(evaluate("now|strftime('%Y-%m-%d %H:%M:%S.%f')"), '2026-03-29 00:59:59.250000');
    assert.equal(evaluate("now|strftime('%F %T')", 0), '1970-01-01 00:00:00');
    assert.equal(evaluate("now|strftime('%F')", '2026-01-31'), '2026-01-31');
    assert.equal(evaluate("now|strftime('%F %R')", '2026-01-31 23:30+02:00'), '2026-01-31 21:30');
    assert.equal(evaluate("now|strftime('%F %T')", -1), '1969-12-31 23:59:59');
  });

  it('supports the codes of C', () => {
    assert.equal(
      evaluate("now|strftime('%a %A %b %B %d %e %-d %H %I %-I %j %m %M %p %S %u %w %y %U %W %V %G %% %z %Z %s')"),
      'Sun Sunday Mar March 29 29 29 00 12 12 088 03 59 AM 59 7 0 26 13 12 13 2026 % +0000 UTC 1774745999',
    );
    assert.equal(evaluate("now|strftime('%G-W%V-%u %U %W %j')", '2027-01-01'), '2026-W53-5 00 00 001');
    assert.equal(
      evaluate("now|strftime('%c|%x|%X|%D')", '2026-01-02T03:04:05Z'),
      'Fri Jan  2 03:04:05 2026|01/02/26|03:04:05|01/02/26',
    );
  });

  it('formats local time, also around a change to daylight saving time', () => {
    const format = "now|strftime('%F %T %z', 'Europe/Berlin')";
    assert.equal(evaluate(format), '2026-03-29 01:59:59 +0100');
    assert.equal(evaluate(format, '2026-03-29T01:00:00Z'), '2026-03-29 03:00:00 +0200');
    assert.equal(evaluate("now|strftime('%F %R %z', timezone='Asia/Kathmandu')", 0), '1970-01-01 05:30 +0530');
    assert.equal(evaluate("now|strftime('%T.%f', 'Europe/Berlin')"), '01:59:59.250000');
    assert.equal(evaluate("now|strftime('%T.%f', 'Europe/Berlin')", -1), '00:59:59.999000');
    assert.equal(evaluate("now|strftime('%H:%M', 'America/New_York')", '2026-07-01T04:00:00Z'), '00:00');
  });

  it('refuses unknown codes and zones, and values that are no time', () => {
    for (const source of [
      "now|strftime('%Q')",
      "now|strftime('%F', 'Nowhere/Else')",
      "'soon'|strftime('%F')",
      "'2026-02-30'|strftime('%F')",
      "'2026-01-01T25:00Z'|strftime('%F')",
      "none|strftime('%F')",
      "1e300|strftime('%F')",
      "[1]|strftime('%F')",
      "missing|strftime('%F')",
    ])
      assert.throws(() => evaluate(source), isOrdinaryError, source);
  });

  it('names the unknown zone, and no more than 60 characters of it', () => {
    const message = (zone: string) => ({ message: `'${zone}' is not a time zone` });
    assert.throws(() => evaluate("now|strftime('%F', 'Nowhere/Else')"), message('Nowhere/Else'));
    assert.throws(() => evaluate("now|strftime('%F', 'x' * 61)"), message('x'.repeat(60)));
  });
});

describe('timestamp', () => {
  it('converts texts to milliseconds', () => {
    assert.equal(evaluate('now|timestamp'), 1774745999250);
    assert.equal(evaluate("(now|timestamp + 3 * 86400000)|strftime('%F')"), '2026-04-01');
    assert.equal(evaluate('5|timestamp'), 5);
    assert.equal(evaluate("'1970-01-01T00:00:01.5+00:00'|timestamp"), 1500);
  });
});

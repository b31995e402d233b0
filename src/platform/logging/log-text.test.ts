import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatLogLine } from './log-text.ts';

const plain = { colours: false };
/** The clock is that of the machine, whose zone a test does not know. */
const withoutClock = (line: string) => line.replace(/^\d\d:\d\d:\d\d\.\d{3} /, '');
const format = (entry: object) => withoutClock(formatLogLine(JSON.stringify(entry), plain));

suite('a log line for people', () => {
  const time = '2026-11-16T12:34:56.789Z';

  test('has the time, the level, the message and its fields', () => {
    const line = JSON.stringify({ level: 'info', time, status: 200, ms: 1.5, user: undefined, msg: 'request' });
    assert.match(formatLogLine(line, plain), /^\d\d:34:56\.789 info {2}request status=200 ms=1\.5\n$/);
  });

  test('unfolds objects, and quotes texts with spaces', () => {
    const failure = { step: 'a', step_name: 'Read the file' };
    assert.equal(
      format({ level: 'warn', time, failure, msg: 'run' }),
      'warn  run failure.step=a failure.step_name="Read the file"\n',
    );
  });

  test('cuts long values', () => {
    assert.equal(
      format({ level: 'info', time, list: ['x'.repeat(200)], msg: 'm' }),
      `info  m list=["${'x'.repeat(98)}…\n`,
    );
  });

  test('shows the stack of an error below', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at somewhere' };
    assert.equal(format({ level: 'error', time, err, msg: 'broke' }), 'error broke\n    Error: no\n    at somewhere\n');
  });

  test('passes no escape sequence on to the terminal', () => {
    const line = format({ level: 'info', time, name: 'a\u001b[2Jb', msg: 'c\u009bd\u0007' });
    assert.equal(line, 'info  c\ufffdd\ufffd name=a\ufffd[2Jb\n');
  });

  test('colours only where that is wanted', () => {
    const line = JSON.stringify({ level: 'error', time, msg: 'x' });
    assert.ok(formatLogLine(line, { colours: true }).includes('\u001b[31merror\u001b[0m'));
    assert.ok(!formatLogLine(line, plain).includes('\u001b'));
  });

  test('leaves what is no JSON as it is', () => {
    assert.equal(formatLogLine('hello\n', plain), 'hello\n');
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseHolidayFile } from './holiday-file.ts';
import { ScheduleError } from './schedule.ts';

const DAY_MS = 86_400_000;
const read = (text: string) =>
  [...parseHolidayFile(text)].map(day => new Date(day * DAY_MS).toISOString().slice(0, 10));

function calendar(...events: string[][]): string {
  const lines = events.flatMap(event => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'DTSTART:19700101', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

suite('a file with holidays', () => {
  test('has a date on each line, or a list', () => {
    const dates = ['2026-12-25', '2026-12-26'];
    assert.deepEqual(read('\uFEFF2026-12-25;Christmas\r\n\r\n2026-12-26, Boxing Day\r\n'), dates);
    assert.deepEqual(read(JSON.stringify(dates)), dates);
    assert.deepEqual(read(''), []);
  });

  test('may be a calendar', () => {
    assert.deepEqual(
      read(
        calendar(
          ['SUMMARY:Christmas', 'DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'],
          ['DTSTART;TZID="Europe/Berlin":20270101T000000', 'DTEND:20270101T235900'],
          ['DTSTART;VALUE=DATE:20270501'],
          ['DTSTART;VALUE=DATE:20270601', 'STATUS:CANCELLED'],
          ['DTSTART;VALUE=', ' DATE:20270701', 'DESCRIPTION:folded: DTSTART:20280101'],
        ),
      ),
      ['2026-12-25', '2026-12-26', '2027-01-01', '2027-05-01', '2027-07-01'],
    );
  });

  test('is refused with the place and not the text', () => {
    const refuse = (text: string, message: string) =>
      assert.throws(() => parseHolidayFile(text), new ScheduleError(message, 'days'));
    refuse('2026-12-25\nsecret', 'has no date such as 2026-12-25 in line 2');
    refuse('["2026-02-30"]', 'has no date such as 2026-12-25 in entry 1');
    refuse('[5]', 'has no date such as 2026-12-25 in entry 1');
    refuse('[', 'is not valid JSON');
    refuse(calendar(['SUMMARY:x']), 'has no date in event 1');
    refuse(calendar(['DTSTART:20260101'], ['DTSTART:20261325']), 'has no date in event 2');
    refuse(calendar(['DTSTART:20260101', 'DTEND:99990101']), 'has more than 366 days in event 1');
    refuse(
      calendar(['DTSTART:20261225', 'RRULE:FREQ=YEARLY']),
      'repeats event 1: a calendar of holidays must name each of their dates',
    );
  });
});

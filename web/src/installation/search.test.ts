import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { filterSettings, readInstallationSearch, readJobsSearch } from './search.ts';

suite('the address of the installation', () => {
  test('keeps what the page knows', () => {
    assert.deepEqual(readInstallationSearch({ text: 'mail', changed: true, nonsense: 1 }), {
      text: 'mail',
      changed: true,
    });
  });

  test('leaves out everything else', () => {
    for (const raw of [{}, { text: ' ', changed: 'true' }, { text: 7 }]) {
      assert.deepEqual(readInstallationSearch(raw), {});
    }
    assert.equal(readInstallationSearch({ text: 'x'.repeat(500) }).text?.length, 100);
  });
});

suite('the address of the jobs', () => {
  test('names a kind', () => {
    assert.deepEqual(readJobsSearch({ kind: 'accounts.mail-notification' }), { kind: 'accounts.mail-notification' });
    for (const kind of ['', 'A', '../x', 7, undefined]) assert.deepEqual(readJobsSearch({ kind }), {});
  });
});

test('settings are found by name, by meaning, and by whether they differ', () => {
  const [port, mail] = [
    { variable: 'HEDDLE_PORT', meaning: 'Heddle listens here.', differs: true },
    { variable: 'HEDDLE_SMTP_URL', meaning: 'Sends e-mails.', differs: false },
  ];
  assert.deepEqual(filterSettings([port, mail], {}), [port, mail]);
  assert.deepEqual(filterSettings([port, mail], { text: 'port' }), [port]);
  assert.deepEqual(filterSettings([port, mail], { text: 'E-Mail' }), [mail]);
  assert.deepEqual(filterSettings([port, mail], { changed: true }), [port]);
});

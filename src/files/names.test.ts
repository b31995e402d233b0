import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cleanFilename, guessContentType, parseDeclaredType } from './names.ts';

suite('filenames', () => {
  const names: [sent: string, cleaned: string][] = [
    ['report.pdf', 'report.pdf'],
    ['灯泡 "x"; y.jpeg', '灯泡 "x"; y.jpeg'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a/b\\c', 'c'],
    ['', 'file'],
    ['folder/', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['...', '...'],
    ['.env', '.env'],
    ['  a.txt\n', 'a.txt'],
    ['a\u0000b\r\nc\u0085d\u007f', 'abcd'],
    ['\u0001\u0002', 'file'],
    ['a\ud800b', 'a\ufffdb'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), 'x'.repeat(255)],
    [`${'x'.repeat(260)}.tar`, `${'x'.repeat(251)}.tar`],
    [`a.${'x'.repeat(260)}`, `a.${'x'.repeat(253)}`],
    [`${'x'.repeat(254)}🎉`, 'x'.repeat(254)],
  ];
  for (const [sent, cleaned] of names) {
    test(JSON.stringify(sent.slice(0, 30)), () => assert.equal(cleanFilename(sent), cleaned));
  }
});

suite('declared types', () => {
  const types: [text: string, type: string, parameters: string][] = [
    ['text/plain', 'text/plain', ''],
    ['Text/HTML; charset=utf-8', 'text/html', '; charset=utf-8'],
    [' image/svg+xml ', 'image/svg+xml', ''],
    ['multipart/x; a="b c"; d=e', 'multipart/x', '; a="b c"; d=e'],
    ['Image/JPG;Q="A"', 'image/jpeg', ';Q="A"'],
    ['image/x-icon', 'image/vnd.microsoft.icon', ''],
  ];
  for (const [text, type, parameters] of types) {
    test(JSON.stringify(text), () => assert.deepEqual(parseDeclaredType(text), { type, parameters }));
  }

  const none = [
    undefined,
    '',
    'pdf',
    'text/',
    'text/plain\r\nset-cookie: a=b',
    'text/plain; x',
    'text/plain; x="a\nb"',
    'text/plän',
    `text/${'x'.repeat(251)}`,
    'image/*',
    '*/*',
    'application/octet-stream',
    'Application/Octet-Stream; a=b',
    'binary/octet-stream',
  ];
  for (const text of none) {
    test(`${JSON.stringify(text?.slice(0, 30))} is not a type`, () => assert.equal(parseDeclaredType(text), undefined));
  }
});

suite('guessed types', () => {
  const types: [filename: string, type: string][] = [
    ['a.CSV', 'text/csv'],
    ['a.tar.gz', 'application/gzip'],
    ['.png', 'image/png'],
    ['csv', 'application/octet-stream'],
    ['a.', 'application/octet-stream'],
    ['a.unknown', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ];
  for (const [filename, type] of types) {
    test(`${filename}: ${type}`, () => assert.equal(guessContentType(filename), type));
  }
});

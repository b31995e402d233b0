import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cleanFilename, contentTypeOf } from './names.ts';

suite('filenames', () => {
  const names: [given: string, kept: string][] = [
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
  for (const [given, kept] of names) {
    test(JSON.stringify(given.slice(0, 30)), () => assert.equal(cleanFilename(given), kept));
  }
});

suite('content types', () => {
  const types: [given: string | undefined, filename: string, kept: string][] = [
    ['text/plain', 'a.csv', 'text/plain'],
    ['Text/HTML; charset=utf-8', 'a', 'text/html; charset=utf-8'],
    [' image/svg+xml ', 'a', 'image/svg+xml'],
    ['multipart/x; a="b c"; d=e', 'a', 'multipart/x; a="b c"; d=e'],
    [undefined, 'a.CSV', 'text/csv'],
    [undefined, 'a.tar.gz', 'application/gzip'],
    [undefined, 'csv', 'application/octet-stream'],
    [undefined, 'a.unknown', 'application/octet-stream'],
    ['', 'a.pdf', 'application/pdf'],
    ['pdf', 'a.pdf', 'application/pdf'],
    ['text/', 'a.pdf', 'application/pdf'],
    ['text/plain\r\nset-cookie: a=b', 'a.png', 'image/png'],
    ['text/plain; x', 'a.png', 'image/png'],
    ['text/plain; x="a\nb"', 'a.png', 'image/png'],
    ['text/plän', 'a.png', 'image/png'],
    [`text/${'x'.repeat(251)}`, 'a.png', 'image/png'],
    ['text/plain', 'constructor', 'text/plain'],
    [undefined, 'a.constructor', 'application/octet-stream'],
  ];
  for (const [given, filename, kept] of types) {
    test(`${JSON.stringify(given?.slice(0, 30))} of ${filename}`, () =>
      assert.equal(contentTypeOf(given, filename), kept));
  }
});

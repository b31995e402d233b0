import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyFilename } from './reply-filename.ts';

describe('the filename of a reply:', () => {
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');
  const cases: [disposition: string | undefined, path: string, name: string][] = [
    ['attachment; filename="a b.pdf"', '/x', 'a b.pdf'],
    ['attachment; filename=a.pdf; size=3', '/x', 'a.pdf'],
    ['attachment; FileName = "a.pdf"', '/x', 'a.pdf'],
    ['attachment; filename="say \\"hi\\".txt"', '/x', 'say "hi".txt'],
    ['attachment; filename="rates.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates.txt', '/x', '€ rates.txt'],
    ["attachment; filename*=iso-8859-1'en'%A3.txt", '/x', '£.txt'],
    ["attachment; filename*=UTF-8''%ff.txt", '/x', '%ff.txt'],
    [latin1('attachment; filename="Prüfung.pdf"'), '/x', 'Prüfung.pdf'],
    [Buffer.from('attachment; filename="Prüfung.pdf"', 'latin1').toString('latin1'), '/x', 'Prüfung.pdf'],
    ['attachment; filename="../../etc/passwd"', '/x', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.txt"', '/x', 'a.txt'],
    ["attachment; filename*=UTF-8''..%2F..%2Fa%0d%0a%00.txt", '/x', 'a.txt'],
    ['attachment; filename=".."', '/x.png', 'x.png'],
    ['attachment; filename=""', '/x.png', 'x.png'],
    ['inline', '/a/b%20c.png?d=e.png', 'b c.png'],
    [undefined, '/a/%2e%2e%2fb.png', 'b.png'],
    [undefined, '/100%.png', '100%.png'],
    [undefined, '/a/', 'response.png'],
    [undefined, '', 'response.png'],
  ];
  for (const [disposition, path, name] of cases) {
    test(`${disposition} ${path.slice(0, 40)}`, () => {
      const headers: Record<string, string> = disposition === undefined ? {} : { 'content-disposition': disposition };
      assert.equal(replyFilename({ headers, url: `https://example.org${path}` }, 'image/png'), name);
    });
  }

  const types: [type: string, extension: string][] = [
    ['image/jpeg', 'jpg'],
    ['application/pdf', 'pdf'],
    ['application/octet-stream', 'bin'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['application/vnd.strange.thing', 'bin'],
  ];
  for (const [type, extension] of types) {
    test(type, () => {
      assert.equal(replyFilename({ headers: {}, url: 'https://example.org/' }, type), `response.${extension}`);
    });
  }
});

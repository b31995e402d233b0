import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chooseFormat, type ImageFormat, isResizable } from './image-format.ts';

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const webpOnly = 'image/webp,*/*';

suite('the format for an Accept header', () => {
  const cases: [accept: string | undefined, original: string, expected: ImageFormat][] = [
    [chrome, 'image/jpeg', 'webp'],
    [chrome, 'image/png', 'webp'],
    [chrome, 'image/avif', 'webp'],
    [chrome, 'image/gif', 'webp'],
    [chrome, 'application/octet-stream', 'webp'],
    ['image/avif', 'image/jpeg', 'avif'],
    ['image/avif;q=1, image/webp;q=0', 'image/png', 'avif'],
    [webpOnly, 'image/jpeg', 'webp'],
    [webpOnly, 'image/avif', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
    ['image/*', 'image/png', 'png'],
    ['', 'image/gif', 'gif'],
    [undefined, 'image/webp', 'webp'],
    [undefined, 'image/avif', 'avif'],
    ['IMAGE/WebP ; Q=0.5', 'image/jpeg', 'webp'],
    ['image/avif;q=0, image/webp;q=0.1', 'image/jpeg', 'webp'],
    ['image/avif;q=0,image/webp;q=0.000', 'image/jpeg', 'jpeg'],
    ['image/webp;q=x', 'image/jpeg', 'jpeg'],
    ['image/webpage, image/avif-sequence', 'image/jpeg', 'jpeg'],
    [undefined, 'Image/JPEG; charset=binary', 'jpeg'],
    [undefined, 'application/octet-stream', 'png'],
  ];
  for (const [accept, original, expected] of cases) {
    test(`${accept} and ${original}: ${expected}`, () => assert.equal(chooseFormat(accept, original), expected));
  }
});

test('only images of the supported formats can be resized', () => {
  const types = ['image/jpeg', 'image/PNG', 'image/gif; a=b', 'image/webp', 'image/avif'];
  assert.deepEqual(types.filter(isResizable), types);
  assert.deepEqual(['image/svg+xml', 'image/tiff', 'image/heic', 'text/html', ''].filter(isResizable), []);
});

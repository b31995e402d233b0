import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sentence } from './sentence.ts';

const link = createElement('a', {}, 'here');
const code = createElement('code', {}, 'error');
const rendered = (...parts: Parameters<typeof sentence>) =>
  renderToStaticMarkup(createElement('p', {}, ...sentence(...parts)));

suite('a sentence with elements', () => {
  test('has them where its language wants them', () => {
    const english = (place: string, name: string) => `Look ${place} for ${name}.`;
    const german = (place: string, name: string) => `${name} steht ${place}`;
    assert.equal(rendered(english, link, code), '<p>Look <a>here</a> for <code>error</code>.</p>');
    assert.equal(rendered(german, link, code), '<p><code>error</code> steht <a>here</a></p>');
  });

  test('may have texts as elements, and none at all', () => {
    assert.equal(
      rendered(name => `Version ${name}`, '7'),
      '<p>Version 7</p>',
    );
    assert.equal(
      rendered(() => 'Nothing'),
      '<p>Nothing</p>',
    );
  });
});

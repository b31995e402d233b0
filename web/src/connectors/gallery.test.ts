import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCategories, searchGallery } from './gallery.ts';

const entry = (title: string, categories: string[], description = '') => ({
  slug: title.toLowerCase(),
  title,
  description,
  categories,
});
const entries = [
  entry('Stripe', ['payments']),
  entry('GitLab', ['code'], 'Works like GitHub'),
  entry('GitHub', ['code', 'issues']),
];

test('the gallery is found by words and by category, the beginning of a title first', () => {
  const titles = (text: string, category?: string) => searchGallery(entries, text, category).map(({ title }) => title);
  assert.deepEqual(titles(''), ['GitHub', 'GitLab', 'Stripe']);
  assert.deepEqual(titles('github'), ['GitHub', 'GitLab']);
  assert.deepEqual(titles('pay'), ['Stripe']);
  assert.deepEqual(titles('', 'issues'), ['GitHub']);
  assert.deepEqual(titles('code nothing'), []);
  assert.deepEqual(listCategories(entries), ['code', 'issues', 'payments']);
});

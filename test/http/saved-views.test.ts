/** Tests the views that users save. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SavedView } from '../../src/live/schemas.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();

const find = (person: Person, body: object = {}) => service.ask<SavedView[]>('/api/v1/view/find', body, person.key);
const create = (person: Person, body: object) => service.ask<SavedView>('/api/v1/view/create', body, person.key);

suite('saved views', () => {
  test('are created, found by page and deleted', async () => {
    const ann = await service.person();
    const failed = await create(ann, { name: 'Failed', page: 'runs', search: 'status=failed' });
    const mine = await create(ann, { name: 'Mine', page: 'workflows', search: 'ownership=mine' });
    assert.deepEqual(failed, { id: failed.id, name: 'Failed', page: 'runs', search: 'status=failed' });
    assert.deepEqual(await find(ann), [failed, mine]);
    assert.deepEqual(await find(ann, { page: 'workflows' }), [mine]);
    assert.deepEqual(await service.ask('/api/v1/view/delete', { id: failed.id }, ann.key), { accepted: true });
    await service.refuse(404, 'entity not found', '/api/v1/view/delete', { id: failed.id }, ann.key);
    assert.deepEqual(await find(ann), [mine]);
  });

  test('belong to their user alone', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const view = await create(ann, { name: 'Failed', page: 'runs', search: '' });
    assert.deepEqual(await find(ben), []);
    await service.refuse(404, 'entity not found', '/api/v1/view/delete', { id: view.id }, ben.key);
    assert.deepEqual(await find(ann), [view]);
  });

  test('are at most 100, also when they are created at once', async () => {
    const ann = await service.person();
    const view = { name: 'View', page: 'runs', search: '' };
    for (let made = 0; made < 98; made++) await create(ann, view);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => service.call('/api/v1/view/create', view, ann.key)),
    );
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, 422, 422]);
    const refusal = 'Too many saved views (at most 100)';
    await service.refuse(422, refusal, '/api/v1/view/create', view, ann.key);
  });

  test('have a name, a page and a search that is not too long', async () => {
    for (const body of [
      { name: '', page: 'runs', search: '' },
      { name: 'View', page: 'files', search: '' },
      { name: 'View', page: 'runs', search: 'x'.repeat(2_001) },
    ]) {
      assert.equal((await service.call('/api/v1/view/create', body)).status, 422);
    }
  });
});

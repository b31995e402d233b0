import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstEmptyParam } from './focus-field.ts';

const schema = {
  required: ['url', 'body'],
  properties: {
    retry: { type: 'object' },
    method: { enum: ['GET', 'POST'], default: 'GET' },
    note: { type: 'string' },
    sign: { type: 'boolean' },
    url: { type: 'string' },
    body: { type: 'object', additionalProperties: true },
  },
};

describe('the first empty field', () => {
  it('is a required one, in the order of the form', () => {
    assert.equal(firstEmptyParam(schema, {}, false), 'url');
    assert.equal(firstEmptyParam(schema, { url: 'https://a.test', body: {} }, true), 'body');
  });

  it('is an optional one when no required one is empty, but not of a trigger', () => {
    assert.equal(firstEmptyParam(schema, { url: 'https://a.test', body: { a: 1 } }, false), 'note');
    assert.equal(firstEmptyParam(schema, { url: 'https://a.test', body: { a: 1 } }, true), undefined);
  });

  it('is no check box, no setting and none with a default', () => {
    assert.equal(firstEmptyParam(schema, { url: 'https://a.test', body: { a: 1 }, note: 'x' }, false), undefined);
    assert.equal(firstEmptyParam({}, {}, false), undefined);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES, summarizeScopes } from './scopes.ts';

test('a few scopes are named, and many are counted', () => {
  assert.equal(summarizeScopes(['*']), 'Everything');
  assert.equal(summarizeScopes(['service.chat', '*']), 'Everything');
  assert.equal(summarizeScopes(['service.chat']), 'Chat');
  assert.equal(summarizeScopes(['service.chat', 'service.conversation']), 'Chat, Conversations');
  assert.equal(summarizeScopes(SCOPES), 'Run workflows, Approve with MCP and 9 more');
});

test('a scope that is not known yet has its own name', () => {
  assert.equal(summarizeScopes(['service.future']), 'service.future');
});

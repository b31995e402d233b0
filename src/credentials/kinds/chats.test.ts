import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingWebhook, slack } from './chats.ts';
import { UnusableField } from './declaration.ts';

const hop = (url: string) => ({ url: new URL(url), method: 'POST', headers: [], body: undefined });

test('the URL of an incoming webhook takes the place of another one of its host, and of no other host', () => {
  const url = 'https://hooks.slack.com/services/T1/B1/secret?a=b';
  const applied = incomingWebhook.apply?.(hop('https://hooks.slack.com'), { url });
  assert.equal(applied?.hop.url.href, url);
  assert.deepEqual(applied?.derived, ['/services/T1/B1/secret?a=b']);
  for (const wrong of [
    'https://example.org/services',
    'http://hooks.slack.com/x',
    'https://hooks.slack.com:444/x',
    'x',
  ]) {
    assert.throws(() => incomingWebhook.apply?.(hop('https://hooks.slack.com'), { url: wrong }), UnusableField);
  }
});

test('the signing secret of a Slack app is never sent', () => {
  const applied = slack.apply?.(hop('https://slack.com/api/x'), { bot_token: 'xoxb-1', signing_secret: 'hidden' });
  assert.deepEqual(applied?.hop.headers, [['Authorization', 'Bearer xoxb-1']]);
  assert.equal(slack.check?.({ api_url: 'nowhere' }), "'api_url' must be a URL");
  assert.equal(slack.check?.({ api_url: '' }), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnOrigin } from './request-origin.ts';

const own: [origin: string, host: string, publicUrl: string][] = [
  ['https://heddle.example.org', '10.0.0.5:8080', 'https://heddle.example.org/base'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'http://localhost:8080'],
  ['http://localhost:8080', 'localhost:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', '[::1]:8080', 'http://localhost:8080'],
  ['https://intern.example.org', 'intern.example.org', 'https://heddle.example.org'],
  ['https://heddle.example.org', 'heddle.example.org', 'http://localhost:8080'],
  ['http://heddle.local', 'Heddle.local', 'http://localhost:8080'],
];
for (const [origin, host, publicUrl] of own) {
  test(`${origin} is ours at ${host} with ${publicUrl}`, () => {
    assert.equal(isOwnOrigin(origin, host, publicUrl), true);
  });
}

const foreign: [origin: string, host: string, publicUrl: string][] = [
  ['null', 'heddle.example.org', 'https://heddle.example.org'],
  ['', 'heddle.example.org', 'https://heddle.example.org'],
  ['https://evil.example.org', 'heddle.example.org', 'https://heddle.example.org'],
  ['https://heddle.example.org.evil.example', 'heddle.example.org', 'https://heddle.example.org'],
  ['https://heddle.example.org:8443', 'heddle.example.org', 'https://heddle.example.org'],
  // Whoever is between the browser and us can write pages without TLS.
  ['http://heddle.example.org', 'heddle.example.org', 'https://heddle.example.org'],
  ['file://', '', 'http://localhost:8080'],
  ['https://heddle.example.org/', 'x', 'https://heddle.example.org'],
  ['https://user@heddle.example.org', 'heddle.example.org', 'https://other.example.org'],
];
for (const [origin, host, publicUrl] of foreign) {
  test(`'${origin}' is not ours at ${host} with ${publicUrl}`, () => {
    assert.equal(isOwnOrigin(origin, host, publicUrl), false);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeCard } from './tour-place.ts';

const card = { width: 320, height: 200 };
const desk = { width: 1440, height: 900 };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test('the card of the tour stands beside its control, and never over it', () => {
  assert.deepEqual(placeCard(undefined, card, desk), { left: 1108, top: 688 });
  // A button in the header: below it, within the window.
  assert.deepEqual(placeCard(box(1340, 10, 80, 36), card, desk), { left: 1108, top: 60 });
  // A button at the lower edge: above it.
  assert.deepEqual(placeCard(box(100, 850, 120, 32), card, desk), { left: 12, top: 636 });
  // A field in the panel at the right: below it, where its result is part of it.
  assert.deepEqual(placeCard(box(1030, 200, 390, 120), card, desk), { left: 1065, top: 334 });
  // On a phone, at the other end of the window.
  const phone = { width: 360, height: 600 };
  assert.deepEqual(placeCard(box(10, 150, 340, 300), card, phone), { left: 20, top: 388 });
  assert.deepEqual(placeCard(box(10, 310, 340, 280), card, phone), { left: 20, top: 96 });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstView, fittingView, readDirection, viewInLess, viewThatShows } from './viewport.ts';
import { zoomLevel } from './zoom-level.ts';

const pane = { width: 1000, height: 800 };
const box = { x: 0, y: 0, width: 200, height: 50 };

describe('the first view', () => {
  it('shows a small workflow as a whole and not enlarged', () => {
    const { x, zoom } = firstView([box, { ...box, y: 200 }], pane, 'down');
    assert.equal(zoom, 1);
    assert.equal(x, 400);
  });

  it('fits a larger one as long as it can be read', () => {
    const { zoom } = firstView([box, { ...box, y: 900 }], pane, 'down');
    assert.ok(zoom > 0.6 && zoom < 1);
  });

  it('begins a very large one at its first step', () => {
    const view = firstView(
      [
        { ...box, y: 20_000 },
        { ...box, x: 5000, y: 0 },
      ],
      pane,
      'down',
    );
    assert.equal(view.zoom, 0.8);
    assert.equal((5000 + 100) * view.zoom + view.x, 500);
  });

  it('of an empty workflow has its top in the middle', () => {
    assert.equal(firstView([], pane, 'down').x, 500);
  });
});

describe('fitting into the view', () => {
  it('shows the whole workflow as long as its names can be read', () => {
    const { zoom, y } = fittingView([box, { ...box, y: 1500 }], pane, 'down');
    assert.ok(zoom > 0.42 && zoom < 0.6);
    assert.ok(y > 0 && y + 1550 * zoom < 800);
  });

  it('shows the left of a large one that leads to the right', () => {
    const { zoom, x, y } = fittingView([{ ...box, x: 9000, y: 300 }, box], pane, 'right');
    assert.equal(zoomLevel(zoom), 'name');
    assert.deepEqual([x, y + 25 * zoom], [48, 400]);
  });

  it('shows the beginning of a larger one, with names that can be read', () => {
    const { zoom, x, y } = fittingView([{ ...box, y: 9000 }, box], pane, 'down');
    assert.equal(zoomLevel(zoom), 'name');
    assert.deepEqual([x + 100 * zoom, y], [500, 48]);
  });
});

it('the further away, the less of a step is shown', () => {
  assert.deepEqual([2, 0.6, 0.59, 0.42, 0.41, 0.3, 0.29, 0.04].map(zoomLevel), [
    'all',
    'all',
    'name',
    'name',
    'small-name',
    'small-name',
    'tile',
    'tile',
  ]);
});

describe('revealing a step', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  it('moves as little as needed', () => {
    assert.equal(viewThatShows({ ...box, x: 300, y: 300 }, view, pane), undefined);
    assert.deepEqual(viewThatShows({ ...box, x: 300, y: 900 }, view, pane), { x: 0, y: -222, zoom: 1 });
    assert.deepEqual(viewThatShows({ ...box, x: -500, y: 300 }, view, pane), { x: 548, y: 0, zoom: 1 });
  });

  it('shows the beginning of what is larger than the pane', () => {
    assert.equal(viewThatShows({ ...box, x: 100, y: 300, width: 3000 }, view, pane)?.x, -52);
  });
});

it('a view in less room keeps everything in sight, or else the chosen step', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const right = { ...box, x: 700, y: 100 };
  const narrow = { width: 800, height: 800 };
  assert.deepEqual(viewInLess([{ ...box, x: 300, y: 100 }, right], undefined, view, narrow), {
    x: -148,
    y: 0,
    zoom: 1,
  });
  assert.equal(viewInLess([box, right], undefined, view, narrow), undefined);
  assert.deepEqual(viewInLess([box, right], right, view, narrow), { x: -148, y: 0, zoom: 1 });
});

it('arrow keys are directions', () => {
  assert.equal(readDirection('ArrowLeft'), 'left');
  assert.equal(readDirection('toString'), undefined);
});

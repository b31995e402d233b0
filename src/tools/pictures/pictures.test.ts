import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { encode } from 'uqr';
import { readPng } from '../../../test/fixtures/png.ts';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { CHART_TYPES, type Chart } from '../chart/chart.ts';
import { drawChart } from '../chart/chart-to-png-thread.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { svgToPng } from './svg-to-png.ts';

/** All tests share one, because threads take longer to start than to draw. */
const bench = workbench({ after });

const BLUE = '#2f6fde';
const ORANGE = '#e8833a';

suite('qr_code', () => {
  test('draws every dot of the code where it belongs', async () => {
    const text = 'https://example.org/ünï?q=1';
    const { attachment, content } = await bench.make('qr_code', {
      text,
      size: 300,
      margin: 2,
      error_correction: 'Q',
    });
    assert.deepEqual([attachment.filename, attachment.content_type], ['qr-code.png', 'image/png']);
    const picture = readPng(content);
    assert.deepEqual([picture.width, picture.height], [300, 300]);
    const dots = encode(text, { ecc: 'Q', border: 0 }).data;
    const dot = Math.floor(300 / (dots.length + 4));
    const edge = Math.floor((300 - dots.length * dot) / 2);
    assert.ok(edge >= 2 * dot);
    for (const [y, row] of dots.entries()) {
      for (const [x, isDark] of row.entries()) {
        // Checking two opposite corners of each dot shows that its edges are sharp.
        for (const inside of [0, dot - 1]) {
          const color = picture.at(edge + x * dot + inside, edge + y * dot + inside);
          assert.equal(color, isDark ? '#000000' : '#ffffff', `${x}, ${y}`);
        }
      }
    }
    assert.equal(picture.at(0, 0), '#ffffff');
  });

  test('uses other colors, and creates SVG', async () => {
    const { make } = bench;
    const colored = readPng((await make('qr_code', { text: 'a', dark: '#102030', light: '#fea' })).content);
    assert.equal(colored.at(0, 0), '#ffeeaa');
    assert.ok(colored.count('#102030') > 1000);
    const { attachment, content } = await make('qr_code', { text: 'a', format: 'svg', filename: 'code' });
    assert.deepEqual([attachment.filename, attachment.content_type], ['code.svg', 'image/svg+xml']);
    assert.match(content.toString(), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="400"/);
  });

  test('rejects texts that do not fit', async () => {
    const { call } = bench;
    await assert.rejects(call('qr_code', { text: 'a'.repeat(2400) }), isStepError(/'text' is too long for a QR code/));
    await assert.rejects(
      call('qr_code', { text: 'a'.repeat(2000), size: 100 }),
      isStepError(/'size' must be at least \d+ for/),
    );
  });
});

suite('chart_to_png', () => {
  test('draws bars as high as their values', async () => {
    const { make, outcome } = bench;
    const params = {
      type: 'bar',
      labels: ['a', 'b'],
      series: [{ values: [1, 2], name: 'one' }, { values: [2, null] }],
      title: 'Bars',
      width: 600,
      height: 400,
    };
    const { output } = await outcome('chart_to_png', params);
    assert.ok(typeof output === 'object' && output && 'width' in output && 'height' in output);
    assert.deepEqual([output.width, output.height], [600, 400]);
    const { attachment, content } = await make('chart_to_png', params);
    assert.deepEqual([attachment.filename, attachment.content_type], ['chart.png', 'image/png']);
    const picture = readPng(content);
    assert.deepEqual([picture.width, picture.height], [600, 400]);
    assert.equal(picture.at(0, 0), '#ffffff');
    assert.ok(picture.count('#1f2933') > 100, 'the title is written');
    const blue = picture.count(BLUE);
    const orange = picture.count(ORANGE);
    // There are bars of one and two in blue, of two in orange, and the two small marks of the legend.
    assert.ok(Math.abs(blue / orange - 3 / 2) < 0.05, `${blue} to ${orange}`);
  });

  test('draws the slices of a pie as large as their shares', async () => {
    const { make } = bench;
    const params = { type: 'pie', labels: ['a', 'b'], series: [{ values: [3, 1] }], width: 600, height: 400 };
    const picture = readPng((await make('chart_to_png', params)).content);
    const ratio = picture.count(BLUE) / picture.count(ORANGE);
    assert.ok(Math.abs(ratio - 3) < 0.2, String(ratio));
  });

  test('draws the parts of a tree map as large as their shares, and a gauge as far as its value', async () => {
    const size = { width: 600, height: 400 };
    const treemap = { type: 'treemap', labels: ['a', 'b'], series: [{ values: [3, 1] }], ...size };
    const parts = readPng((await bench.make('chart_to_png', treemap)).content);
    assert.ok(Math.abs(parts.count(BLUE) / parts.count(ORANGE) - 3) < 0.2);
    const gauge = { type: 'gauge', series: [{ values: [25] }], maximum: 100, ...size };
    const rest = '#e4e8ee';
    const arc = readPng((await bench.make('chart_to_png', gauge)).content);
    assert.ok(Math.abs(arc.count(rest) / arc.count(BLUE) - 3) < 0.2, `${arc.count(rest)} to ${arc.count(BLUE)}`);
  });

  test('draws larger values of a heat map darker, and leaves gaps', async () => {
    const series = [{ values: [0, null] }, { values: [5, 10] }];
    const params = { type: 'heatmap', labels: ['a', 'b'], series, width: 600, height: 400 };
    const picture = readPng((await bench.make('chart_to_png', params)).content);
    const cells = [
      [200, 120],
      [400, 120],
      [200, 300],
      [400, 300],
    ].map(([x = 0, y = 0]) => Number.parseInt(picture.at(x, y).slice(1, 3), 16));
    const [least = 0, gap, middle = 0, most = 0] = cells;
    assert.ok(least > middle && middle > most, String(cells));
    assert.equal(gap, 0xff);
  });

  test('distinguishes series and slices of the same name', async () => {
    const bars = { type: 'bar', series: [1, 2].map(value => ({ name: 'same', values: [value] })) };
    const pie = { type: 'pie', labels: ['same', 'same'], series: [{ values: [1, 1] }] };
    for (const params of [bars, pie]) {
      const picture = readPng((await bench.make('chart_to_png', params)).content);
      assert.ok(picture.count(BLUE) > 1000 && picture.count(ORANGE) > 1000);
    }
  });

  const kinds: [string, Record<string, unknown>][] = [
    [
      'stacked bars',
      { type: 'bar', stacked: true, show_values: true, series: [{ values: [1, -2] }, { values: [3, -4] }] },
    ],
    [
      'horizontal bars',
      { type: 'horizontal_bar', show_values: true, labels: ['long label'], series: [{ values: [1e9, -3] }] },
    ],
    ['a line with gaps', { type: 'line', series: [{ values: [1, null, 3, 4] }], show_values: true, unit: ' €' }],
    ['equal values', { type: 'line', series: [{ values: [5, 5, 5] }] }],
    ['only zeros', { type: 'bar', series: [{ values: [0, 0] }] }],
    ['tiny values', { type: 'line', series: [{ values: [1e-9, 2e-9] }] }],
    ['huge values', { type: 'bar', series: [{ values: [1e15, -1e15] }] }],
    ['only gaps', { type: 'line', series: [{ values: [null, null] }] }],
    ['an area', { type: 'area', stacked: true, series: [{ values: [1, 2] }, { values: [2, 1] }] }],
    ['a donut of one', { type: 'donut', labels: ['all'], series: [{ values: [7] }] }],
    [
      'points',
      {
        type: 'scatter',
        x_title: 'x',
        y_title: 'y',
        series: [
          {
            points: [
              [1, 2],
              [-3, 4],
            ],
          },
        ],
      },
    ],
    [
      'many labels',
      {
        type: 'bar',
        labels: Array.from({ length: 500 }, (_, at) => `label ${at}`),
        series: [{ values: Array(500).fill(1) }],
      },
    ],
    [
      'a radar with gaps',
      { type: 'radar', show_values: true, series: [{ values: [1, -2, null, 4] }, { values: [3] }] },
    ],
    ['a heat map of one value', { type: 'heatmap', show_values: true, series: [{ values: [5] }] }],
    ['a gauge below zero', { type: 'gauge', labels: ['Profit'], series: [{ values: [-2e6] }], unit: ' €' }],
    ['a gauge of zero', { type: 'gauge', series: [{ values: [0] }] }],
    ['a funnel with nothing in it', { type: 'funnel', show_values: true, series: [{ values: [5, 0, null, 1] }] }],
    ['a tree map of many', { type: 'treemap', series: [{ values: Array(500).fill(1) }] }],
    [
      'a megabyte of text',
      { type: 'bar', title: 'x'.repeat(2 ** 20), labels: ['y'.repeat(2 ** 20)], series: [{ values: [1] }] },
    ],
    [
      'the smallest size',
      {
        type: 'bar',
        title: 'T'.repeat(500),
        width: 200,
        height: 150,
        series: Array.from({ length: 50 }, (_, at) => ({ name: `n${at}`, values: [at] })),
      },
    ],
  ];
  for (const [name, params] of kinds) {
    test(`draws ${name}`, async () => {
      const { content } = await bench.make('chart_to_png', params);
      const { width, height, at } = readPng(content);
      assert.deepEqual([width, height], [params.width ?? 900, params.height ?? 500]);
      assert.equal(at(0, 0), '#ffffff');
    });
  }

  for (const type of CHART_TYPES) {
    test(`escapes all texts of a ${type} chart`, () => {
      const evil = '"/><script>&\u0000]]>{a|b}\n{b}\ud800';
      const values = type === 'gauge' ? [1] : [1, 2, 3];
      const points: [number, number][] = [[1, 2]];
      const chart: Chart = {
        ...{ type, labels: [evil, evil, evil], title: evil, xTitle: evil, yTitle: evil, unit: evil },
        series: [{ name: evil, values, points, color: undefined }],
        ...{ stacked: false, showValues: true, maximum: undefined, width: 900, height: 500 },
      };
      const svg = drawChart(chart);
      assert.ok(!svg.includes('<script') && !svg.includes('\u0000') && svg.isWellFormed());
      assert.ok(svg.includes('&quot;/&gt;&lt;script&gt;&amp;]]&gt;{a|b} {b}\ufffd'));
      assert.ok(!svg.includes('NaN') && !svg.includes('Infinity'));
    });
  }

  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ type: 'scatter', series: [{ values: [1] }] }, /^'series\[0\]\.points' is required for a scatter chart$/],
    [{ type: 'bar', series: [{ values: [1], points: [[1, 2]] }] }, /^'series\[0\]\.points' is not for a bar chart$/],
    [{ type: 'bar', series: [{ values: [] }] }, /^The chart has no values$/],
    [{ type: 'pie', series: [{ values: [1, -1] }] }, /^A pie chart has one series of values, and none is negative$/],
    [{ type: 'donut', series: [{ values: [0] }] }, /^A donut chart needs a value above 0$/],
    [{ type: 'funnel', series: [{ values: [1] }, { values: [2] }] }, /^A funnel chart has one series of values/],
    [{ type: 'gauge', series: [{ values: [1, 2] }] }, /^A gauge chart has one series of one value$/],
    [{ type: 'gauge', series: [{ values: [null] }] }, /^A gauge chart has one series of one value$/],
    [{ type: 'gauge', series: [{ values: [1] }], maximum: 0 }, /'maximum' must be /],
    [{ type: 'radar', labels: ['a', 'b'], series: [{ values: [1, 2] }] }, /^A radar chart needs at least 3 labels/],
    [{ type: 'line', series: [{ values: [1e16] }] }, /must be at most 1000000000000000/],
    [
      { type: 'line', series: [1, 2].map(() => ({ values: Array(3000).fill(1) })) },
      /^A chart can have at most 5,000 values/,
    ],
  ];
  for (const [params, message] of wrong) {
    test(`rejects ${JSON.stringify(params).slice(0, 60)}`, async () => {
      await assert.rejects(bench.call('chart_to_png', params), isStepError(message));
    });
  }
});

test('a picture that is far too large is refused, and takes no more memory than the limit', () => {
  const before = process.memoryUsage().rss;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><path d="M0 0h9v9z"/></svg>';
  assert.throws(() => svgToPng(svg));
  assert.ok(process.memoryUsage().rss - before < 2 * toolLimits.rendererBytes);
});

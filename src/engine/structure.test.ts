import { draft, start, table, templateStep } from '../../test/fixtures/engine.ts';

table('the shape of a definition:', [
  ['a single trigger', draft(start), []],
  ['additional keys', { ...draft(start), viewport: { zoom: 2 } }, []],
  ['null', null, ['error: The definition must be an object with nodes and edges']],
  ['a list', [], ['error: The definition must be an object with nodes and edges']],
  [
    'an empty object',
    {},
    ["error: 'nodes' of the definition must be a list", "error: 'edges' of the definition must be a list"],
  ],
  ['no edges', { nodes: draft(start).nodes }, ["error: 'edges' of the definition must be a list"]],
  ['no nodes', { nodes: [], edges: [] }, ['error: The workflow has no trigger']],
  [
    'entries that are not objects',
    { nodes: [...draft(start).nodes, 7, null], edges: ['start > a', [], { target: 'start' }, { source: 'start' }] },
    [
      'error: Step number 2 is not an object',
      'error: Step number 3 is not an object',
      'error: Edge number 1 is not an object',
      'error: Edge number 2 is not an object',
      'error: Edge number 3 has no source',
      'error: Edge number 4 has no target',
    ],
  ],
  [
    'fields of the wrong type',
    {
      nodes: [
        ...draft(start).nodes,
        { type: 'step' },
        { id: 7, type: 'step' },
        { id: 'a' },
        { id: 'b', type: 5 },
        { id: 'c', type: 'step', name: 5, params: [], position: { x: '1', y: 2 } },
      ],
      edges: [
        { source: 'start', target: 'a' },
        { source: 'start', target: 'b', source_handle: null },
        { source: 'start', target: 'c' },
        { source: 'start', target: 'c', source_handle: 3 },
      ],
    },
    [
      'error: Step number 2 has no id',
      'error: Step number 3 has no id',
      "error a: Step 'a' has no type",
      "error b: Step 'b' has no type",
      "error c: The name of step 'c' must be a string",
      "error c: The params of step 'c' must be an object",
      "error start > c: The source_handle of the edge from 'start' to 'c' must be a string or null",
      "warning c: The position of step 'c' must be null or an object with the numbers x and y",
    ],
  ],
  ['optional fields', { nodes: [{ id: 'start', type: 'trigger', extra: 1 }], edges: [] }, []],
  [
    'nested too deeply',
    { ...draft(start), x: JSON.parse('['.repeat(600) + ']'.repeat(600)) },
    ['error: The definition is nested too deeply (at most 500 levels)'],
  ],
]);

table('steps:', [
  ['a long id', draft({ ...start, [`A_${'9'.repeat(62)}`]: 'step' }, `start > A_${'9'.repeat(62)}`), []],
  [
    'invalid ids',
    draft({ ...start, '1a': 'step', 'a-b': 'step', ä: 'step', 'a\n': 'step' }, 'start > 1a, start > a-b, start > ä'),
    [
      "error 1a: '1a' is not a valid step id: at most 64 letters, digits and _, and no digit at the start",
      "error a-b: 'a-b' is not a valid step id: at most 64 letters, digits and _, and no digit at the start",
      "error ä: 'ä' is not a valid step id: at most 64 letters, digits and _, and no digit at the start",
      "error a\n: 'a\n' is not a valid step id: at most 64 letters, digits and _, and no digit at the start",
      "warning a\n: Step 'a\n' is never run: no trigger leads to it",
    ],
  ],
  [
    'an id that is too long',
    draft({ ...start, [`a${'b'.repeat(64)}`]: 'step' }, `start > a${'b'.repeat(64)}`),
    [
      `error a${'b'.repeat(64)}: 'a${'b'.repeat(64)}' is not a valid step id: at most 64 letters, digits and _, and no digit at the start`,
    ],
  ],
  [
    'an id used three times',
    {
      nodes: [...draft({ ...start, a: 'step' }).nodes, { id: 'a', type: 'step' }, { id: 'a', type: 'step' }],
      edges: draft({}, 'start > a').edges,
    },
    ["error a: The step id 'a' is used more than once"],
  ],
  [
    'ids that are names of object properties',
    draft(
      {
        ...start,
        constructor: templateStep('{{ steps.start.output }}'),
        toString: templateStep('{{ steps.constructor.output }}'),
      },
      'start > constructor, constructor > toString',
    ),
    [],
  ],
  [
    'unknown types',
    draft({ ...start, a: 'magic', b: 'constructor' }, 'start > a, a.whatever > b'),
    ["error a: Step 'a' has the unknown type 'magic'", "error b: Step 'b' has the unknown type 'constructor'"],
  ],
  ['no trigger', draft({ a: 'step', b: 'step' }, 'a > b'), ['error: The workflow has no trigger']],
  [
    'too many steps',
    draft(
      { ...start, ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`n${i}`, 'step'])) },
      Array.from({ length: 200 }, (_, i) => `start > n${i}`).join(),
    ),
    [
      'error: The workflow has too many steps (201, at most 200): move some of them into another workflow, and run that with a step',
    ],
  ],
  [
    'the maximum number of steps',
    draft(
      { ...start, ...Object.fromEntries(Array.from({ length: 199 }, (_, i) => [`n${i}`, 'step'])) },
      Array.from({ length: 199 }, (_, i) => `start > n${i}`).join(),
    ),
    [],
  ],
  [
    'unreachable steps',
    draft({ ...start, a: 'step', b: 'step', c: 'step' }, 'start > a, b > c'),
    [
      "warning b: Step 'b' is never run: no trigger leads to it",
      "warning c: Step 'c' is never run: no trigger leads to it",
    ],
  ],
  ['several triggers', draft({ ...start, other: 'trigger', a: 'step' }, 'start > a, other > a'), []],
]);

table('edges:', [
  [
    'ends that do not exist',
    draft(start, 'start > x, y > start, y > z'),
    [
      "error start > x: The edge from 'start' to 'x' ends at a step that does not exist",
      "error y > start: The edge from 'y' to 'start' starts at a step that does not exist",
      "error y > start: The edge from 'y' to 'start' leads to a trigger",
      "error y > z: The edge from 'y' to 'z' starts at a step that does not exist",
      "error y > z: The edge from 'y' to 'z' ends at a step that does not exist",
    ],
  ],
  [
    'into a trigger',
    draft({ ...start, a: 'step', t: 'trigger' }, 'start > a, a > start, a > t'),
    [
      "error a > start: The edge from 'a' to 'start' leads to a trigger",
      "error a > t: The edge from 'a' to 't' leads to a trigger",
    ],
  ],
  [
    'every output',
    draft(
      {
        ...start,
        a: 'step',
        b: 'branch',
        c: ['choice', { names: ['x', 'é 1'] }],
        d: 'approval',
        l: 'loop',
        i: 'step',
        e: 'end',
      },
      'start > a, a > b, a.error > e, b.true > c, b.false > e, b.error > e, c.x > d, c.é 1 > e, c.otherwise > e, ' +
        'd.approved > l, d.rejected > e, d.timeout > e, d.error > e, l.done > e, l.error > e, l.item > i',
    ),
    [],
  ],
  [
    'outputs that do not exist',
    draft(
      { ...start, a: 'step', b: 'branch', c: ['choice', { names: ['x', 'true'] }], e: 'end', z: 'step' },
      'start.error > a, start > a, a.true > b, a > b, b > c, b.x > c, b.true > c, b.false > c, c.x > e, c.y > e, c.true > e, e > z, e.error > z',
    ),
    [
      "error start.error > a: The edge from 'start' to 'a' leaves by the output 'error', which step 'start' does not have (it has the default one)",
      "error a.true > b: The edge from 'a' to 'b' leaves by the output 'true', which step 'a' does not have (it has the default one and 'error')",
      "error b > c: The edge from 'b' to 'c' must leave by one of the outputs 'true', 'false', 'error'",
      "error b.x > c: The edge from 'b' to 'c' leaves by the output 'x', which step 'b' does not have (it has 'true', 'false', 'error')",
      "error c.y > e: The edge from 'c' to 'e' leaves by the output 'y', which step 'c' does not have (it has 'x', 'true', 'otherwise', 'error')",
      "error e > z: The edge from 'e' to 'z' is not possible: step 'e' ends its branch",
      "error e.error > z: The edge from 'e' to 'z' is not possible: step 'e' ends its branch",
    ],
  ],
  [
    'duplicate edges',
    draft(
      { ...start, a: 'step', b: 'branch' },
      'start > a, a > b, start > a, start > a, b.true > x, b.true > x, b.false > a',
    ),
    [
      "error b.true > x: The edge from 'b' to 'x' ends at a step that does not exist",
      "error a: The steps 'a' → 'b' → 'a' form a cycle",
      "warning start > a: The edge from 'start' to 'a' is there 3 times",
      "warning b.true > x: The edge from 'b' to 'x' is there 2 times",
      "warning b: The output 'true' of step 'b' leads nowhere",
    ],
  ],
  ['two outputs to one step', draft({ ...start, b: 'branch', a: 'step' }, 'start > b, b.true > a, b.false > a'), []],
  [
    'outputs that lead nowhere',
    draft(
      {
        ...start,
        b: 'branch',
        c: ['choice', { names: ['x', 'y', 'z'] }],
        d: 'approval',
        l: 'loop',
        m: 'loop',
        a: 'step',
      },
      'start > b, start > c, start > d, start > l, start > m, b.true > a, c.y > a, m.item > i',
    ),
    [
      "error m.item > i: The edge from 'm' to 'i' ends at a step that does not exist",
      "warning b: The output 'false' of step 'b' leads nowhere",
      "warning c: The outputs 'x', 'z' of step 'c' lead nowhere",
      "warning d: The output 'approved' of step 'd' leads nowhere",
      "warning l: The output 'item' of step 'l' leads nowhere",
      "warning m: The output 'item' of step 'm' leads nowhere",
    ],
  ],
  [
    'a cycle of one step',
    draft({ ...start, a: 'step' }, 'start > a, a > a'),
    ["error a: Step 'a' leads back to itself: a workflow must not have cycles"],
  ],
  [
    'two cycles, and the steps behind them',
    draft(
      { ...start, a: 'step', b: 'step', c: 'step', d: 'step', e: 'step' },
      'start > a, a > b, b > c, c > a, c > d, d > e, e > d',
    ),
    ["error a: The steps 'a' → 'b' → 'c' → 'a' form a cycle", "error d: The steps 'd' → 'e' → 'd' form a cycle"],
  ],
  [
    'a long cycle',
    draft(
      { ...start, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`n${i}`, 'step'])) },
      `start > n0, ${Array.from({ length: 12 }, (_, i) => `n${i} > n${(i + 1) % 12}`).join()}`,
    ),
    ["error n0: The steps 'n0' → 'n1' → 'n2' → 'n3' → 'n4' → 'n5' → 'n6' → 'n7' → 'n8' → 'n9' → … → 'n0' form a cycle"],
  ],
  [
    'edges into a loop body and out of it',
    draft(
      { ...start, l: 'loop', a: 'step', b: 'step', e: 'end' },
      'start > l, l.item > a, a > b, l.done > e, b > e, start > b',
    ),
    [
      "error start > b: The edge from 'start' to 'b' enters the body of loop 'l' from outside",
      "error b > e: The edge from 'b' to 'e' leaves the body of loop 'l': what follows the loop must be connected to the loop itself",
    ],
  ],
]);

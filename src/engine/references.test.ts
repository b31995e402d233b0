import { draft, expressionStep, start, table, templateStep } from '../../test/fixtures/engine.ts';

table('references to variables:', [
  [
    'all variables are known',
    draft(
      {
        ...start,
        a: templateStep(['{{ input.x }}', { y: '{{ workflow.id }} {{ workflow.name }} {{ run.id }} {{ now }}' }]),
        l: ['loop', { items: 'input' }],
        b: templateStep('{{ loop.item.x }} {{ loop.index }} {{ loop.count }} {{ loop.parent.item }} {{ loop }}'),
      },
      'start > a, a > l, l.item > b',
    ),
    [],
  ],
  [
    'names of the language and of the template are no references',
    draft(
      {
        ...start,
        a: templateStep(
          '{% set x = 1 %}{% for i in range(3) %}{{ loop.index }}{{ i }}{{ x }}{% endfor %}{{ dict(a=1) }}{% set n = namespace(v=1) %}{{ n.v }}',
        ),
      },
      'start > a',
    ),
    [],
  ],
  [
    'unknown variables',
    draft({ ...start, a: templateStep(['{{ foo }}', { x: '{{ foo.bar }} {{ bar }}' }]) }, 'start > a'),
    ["warning a: Step 'a' uses the unknown variable 'foo'", "warning a: Step 'a' uses the unknown variable 'bar'"],
  ],
  [
    'variables that people set',
    draft(
      {
        ...start,
        a: templateStep('{{ vars.color }} {{ vars["color"] }} {{ vars[input.name] }} {{ vars }}'),
        b: templateStep('{{ vars.nothing | default(1) }} {{ vars.size.x | default(1) }} {{ vars["other"] }}'),
        c: expressionStep('vars.color > vars.nothing'),
      },
      'start > a, a > b, b > c',
    ),
    [
      "warning b: Step 'b' uses 'vars.size', which does not exist",
      "warning b: Step 'b' uses 'vars.other', which does not exist",
      "warning c: Step 'c' uses 'vars.nothing', which does not exist",
    ],
  ],
  [
    'a guard applies only to the last part',
    draft(
      {
        ...start,
        a: templateStep("{{ foo | default('x') }}{{ foo is defined }}"),
        b: templateStep('{{ foo.bar | default(1) }}'),
      },
      'start > a, a > b',
    ),
    ["warning b: Step 'b' uses the unknown variable 'foo'"],
  ],
  [
    'loop outside a loop',
    draft(
      {
        ...start,
        l: ['loop', { items: 'loop.item' }],
        a: templateStep('{{ loop.item }}'),
        e: ['end', { value: '{{ loop.index }}' }],
        f: templateStep('{{ loop is defined }}'),
      },
      'start > l, l.item > a, l.done > e, l.error > f',
    ),
    [
      "warning l: Step 'l' uses 'loop', but is not inside the body of a loop",
      "warning e: Step 'e' uses 'loop', but is not inside the body of a loop",
    ],
  ],
  [
    'fields that do not exist',
    draft(
      { ...start, a: templateStep('{{ run.user }} {{ workflow.name.x }} {{ workflow.owner | default(1) }}') },
      'start > a',
    ),
    ["warning a: Step 'a' uses 'run.user', which does not exist"],
  ],
]);

table('references to steps:', [
  [
    'all fields, in every notation',
    draft(
      {
        ...start,
        a: 'step',
        b: templateStep(
          "{{ steps.a.output.x[0] }} {{ steps['a'].text }} {{ steps.a.success }} {{ steps.a.status }} {{ steps.a.error }} {{ steps.a.file_ids }} {{ steps }} {{ steps[input.x].y }} {{ steps.get('zz') }} {{ steps.start.output }}",
        ),
      },
      'start > a, a > b',
    ),
    [],
  ],
  [
    'steps that do not exist, guarded or not',
    draft(
      { ...start, a: templateStep('{{ steps.x.output }} {{ steps.y.output | default(1) }} {{ steps[0] }}') },
      'start > a',
    ),
    [
      "warning a: Step 'a' references 'x', which does not exist",
      "warning a: Step 'a' references 'y', which does not exist",
      "warning a: Step 'a' references '0', which does not exist",
    ],
  ],
  [
    'steps that do not come before',
    draft(
      {
        ...start,
        a: templateStep('{{ steps.b.output }}'),
        b: templateStep('{{ steps.b.text }}'),
        c: templateStep('{{ steps.a.output | default(1) }}'),
      },
      'start > a, a > b, start > c',
    ),
    [
      "warning a: Step 'a' references 'b', which does not come before it",
      "warning b: Step 'b' references itself",
      "warning c: Step 'c' references 'a', which does not come before it",
    ],
  ],
  [
    'in an expression, with and without braces',
    draft(
      {
        ...start,
        a: expressionStep('steps.x.output > 1'),
        b: expressionStep('{{ steps.y.output }}'),
        c: expressionStep('steps.a.output == 1'),
      },
      'start > a, a > b, b > c',
    ),
    [
      "warning a: Step 'a' references 'x', which does not exist",
      "warning b: Step 'b' references 'y', which does not exist",
    ],
  ],
  [
    'repeated references',
    draft(
      { ...start, a: templateStep(['{{ steps.x.output }}', '{{ steps.x.text }}', '{{ steps.x.output }}']) },
      'start > a',
    ),
    ["warning a: Step 'a' references 'x', which does not exist"],
  ],
  [
    'a field that no step has',
    draft(
      { ...start, a: 'step', b: templateStep('{{ steps.a.result }} {{ steps.a.foo | default(1) }}') },
      'start > a, a > b',
    ),
    ["warning b: Step 'b' references 'steps.a.result', but a step has no 'result'"],
  ],
  [
    'steps that may be skipped',
    draft(
      {
        ...start,
        c: 'branch',
        a: 'step',
        b: 'step',
        e: ['end', { value: '{{ steps.a.output }} {{ steps.c.output }}' }],
      },
      'start > c, c.true > a, c.false > b, a > e, b > e',
    ),
    [
      "warning e: Step 'e' references 'a', which may have been skipped or have failed by then: give a default for that case",
    ],
  ],
  [
    'steps that may be skipped, when the text handles it',
    draft(
      {
        ...start,
        c: 'branch',
        a: 'step',
        b: 'step',
        e: [
          'end',
          {
            value: [
              "{{ steps.a.output | default('none') }}",
              "{{ steps.b.output if steps.b.success else 'none' }}",
              '{{ steps.a.status }} {{ steps.a.error }}',
              '{% if steps.a.output is defined %}{{ steps.a.output.x }}{% endif %}',
            ],
          },
        ],
      },
      'start > c, c.true > a, c.false > b, a > e, b > e',
    ),
    [],
  ],
  [
    'steps of which one runs, when one is the default of the other',
    draft(
      {
        ...start,
        c: 'branch',
        a: 'step',
        b: 'step',
        d: 'branch',
        x: 'step',
        e: templateStep('{{ steps.a.output.n | default(steps.b.output.n) }}'),
        f: templateStep('{{ steps.a.output.n | default(steps.x.output.n) | default(0) }}'),
        g: templateStep('{{ steps.a.output.n | default(steps.x.output.n) }}'),
      },
      'start > c, c.true > a, c.false > b, a > e, b > e, e > d, d.true > x, x > f, d.false > f, f > g',
    ),
    [
      "warning g: Step 'g' references 'x', which may have been skipped or have failed by then: give a default for that case",
    ],
  ],
  [
    'steps that may have failed',
    draft(
      { ...start, a: 'step', b: templateStep('{{ steps.a.error }} {{ steps.a.output }}') },
      'start > a, a.error > b',
    ),
    [
      "warning b: Step 'b' references 'a', which may have been skipped or have failed by then: give a default for that case",
    ],
  ],
  [
    'steps of parallel branches before a join',
    draft(
      { ...start, a: 'step', b: 'step', e: ['end', { value: '{{ steps.a.output }} {{ steps.b.output }}' }] },
      'start > a, start > b, a > e, b > e',
    ),
    [],
  ],
  [
    'steps in parallel to an approval whose timeout fails the step',
    draft(
      { ...start, a: 'approval', b: 'step', x: 'step', e: ['end', { value: '{{ steps.b.output }}' }] },
      'start > a, start > x, a.approved > b, a.rejected > b, b > e, x > e',
    ),
    [],
  ],
  [
    'steps of another trigger',
    draft(
      {
        ...start,
        other: 'trigger',
        o: 'step',
        a: templateStep('{{ steps.other.output }} {{ steps.o.status }} {{ input }}'),
      },
      'start > a, other > o, o > a',
    ),
    [
      "warning a: Step 'a' references 'other', which takes no part in runs that start at 'start'",
      "warning a: Step 'a' references 'o', which takes no part in runs that start at 'start'",
    ],
  ],
  [
    'references into a loop body and out of it',
    draft(
      {
        ...start,
        p: 'step',
        l: [
          'loop',
          {
            items: 'steps.p.output',
            collect: { x: '{{ steps.a.output }} {{ loop.item }} {{ steps.p.output }} {{ input }}' },
          },
        ],
        a: templateStep('{{ steps.p.output }} {{ steps.l.output }}'),
        e: ['end', { value: '{{ steps.l.output.results }} {{ steps.a.output }}' }],
      },
      'start > p, p > l, l.item > a, l.done > e',
    ),
    [
      "warning a: Step 'a' references 'l', the loop it is part of, which has no result before its last item",
      "warning e: Step 'e' references 'a', which is inside the body of loop 'l'",
    ],
  ],
  [
    'references in collect',
    draft(
      {
        ...start,
        l: [
          'loop',
          {
            items: '[]',
            collect:
              '{{ steps.l.output }} {{ steps.e.output }} {{ steps.b.output }} {{ steps.n.output }} {{ steps.i.output }}',
          },
        ],
        a: 'branch',
        b: 'step',
        n: ['loop', { items: 'loop.item', collect: '{{ steps.i.output }} {{ loop.parent.item }}' }],
        i: templateStep('{{ loop.item }} {{ steps.a.output }}'),
        e: 'step',
      },
      'start > l, l.item > a, a.true > b, a.false > b, b > n, n.item > i, l.done > e',
    ),
    [
      "warning l: Step 'l' references itself",
      "warning l: Step 'l' references 'e', which does not come before it",
      "warning l: Step 'l' references 'i', which is inside the body of loop 'n'",
    ],
  ],
  [
    'references in collect to steps that may be skipped',
    draft(
      { ...start, l: ['loop', { items: '[]', collect: '{{ steps.b.output }}' }], a: 'branch', b: 'step', c: 'step' },
      'start > l, l.item > a, a.true > b, a.false > c',
    ),
    [
      "warning l: Step 'l' references 'b', which may have been skipped or have failed by then: give a default for that case",
    ],
  ],
  [
    'references when a cycle leaves no order',
    draft(
      { ...start, a: templateStep('{{ steps.b.output }} {{ steps.x.output }} {{ loop.item }}'), b: 'step' },
      'start > a, a > b, b > a',
    ),
    ["error a: The steps 'a' → 'b' → 'a' form a cycle", "warning a: Step 'a' references 'x', which does not exist"],
  ],
]);

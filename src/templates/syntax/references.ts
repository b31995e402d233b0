import type { Arguments, Body, Expression, Name, Parameter, Statement, Target } from './syntax.ts';
import { argumentExpressions, operands } from './tree.ts';

/** A variable that the template reads from its context, with the part of its path that is known before evaluation. */
export interface Reference {
  readonly root: string;
  /**
   * `['a', 'output', 'x']` for `steps.a.output.x` and `steps['a'].output.x`. The name of a method is not part of it.
   */
  readonly path: readonly (string | number)[];
  /** Whether the last part may be missing here, because `default`, `is defined` or the like follows. */
  readonly guarded: boolean;
  /** The same also where the path ends before an index that is not constant, or where `default` takes an undefined default. */
  readonly tolerated: boolean;
  /** The references whose default this one is. */
  readonly insteadOf: readonly Reference[];
  /** Whether it is all that a `{{ }}` prints, and this becomes part of the result as it is. */
  readonly printed: boolean;
  readonly line: number;
  /** Where the name of the variable begins in the source with normalized line breaks. */
  readonly start: number;
}

/** Returns all references in the order of the source. `globals` are the names that the language itself defines. */
export function collectReferences(body: Body, globals: { has(name: string): boolean }): Reference[] {
  const collector = new Collector(globals);
  collector.collect(body);
  return collector.references;
}

const DEFAULT_FILTERS = new Set(['default', 'd']);
const TOLERANT_FILTERS = new Set([...DEFAULT_FILTERS, 'items']);
const TOLERANT_TESTS = new Set(['defined', 'undefined']);

/** A chain of defaults may be as long as a template, and each of them would refer to all before it. */
const MOST_ALTERNATIVES = 10;

/** The names that are bound at some point of the template. A `set` binds from there on, as in the evaluator. */
class Scope {
  readonly #names = new Set<string>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  bind(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false);
  }
}

type Place = Pick<Reference, 'guarded' | 'printed'> & { tolerated?: boolean };

class Collector {
  readonly references: Reference[] = [];
  readonly #globals: { has(name: string): boolean };
  readonly #top = new Scope();
  /** How many blocks around the present place collect what they contain instead of printing it. */
  #captures = 0;
  /** What the present place is the default of. */
  #insteadOf: readonly Reference[] = [];

  constructor(globals: { has(name: string): boolean }) {
    this.#globals = globals;
  }

  collect(body: Body): void {
    this.#body(body, this.#top);
  }

  #body(body: Body, scope: Scope): void {
    for (const statement of body) this.#statement(statement, scope);
  }

  #statement(node: Statement, scope: Scope): void {
    switch (node.kind) {
      case 'print':
        this.#expression(node.value, scope, false, this.#captures === 0);
        break;
      case 'do':
        this.#expression(node.value, scope);
        break;
      case 'set':
        this.#expression(node.value, scope);
        this.#bind(node.target, scope);
        break;
      case 'set-block': {
        const inner = new Scope(scope);
        this.#capture(node.body, inner);
        if (node.filter) this.#expression(node.filter, inner);
        this.#bind(node.target, scope);
        break;
      }
      case 'for': {
        this.#expression(node.iterable, scope);
        const inner = new Scope(scope);
        this.#bind(node.target, inner);
        if (node.condition) this.#expression(node.condition, inner);
        inner.bind('loop');
        this.#body(node.body, inner);
        this.#body(node.otherwise, new Scope(scope));
        break;
      }
      case 'if':
        for (const branch of node.branches) {
          this.#expression(branch.test, scope);
          this.#body(branch.body, scope);
        }
        this.#body(node.otherwise, scope);
        break;
      case 'with': {
        const inner = new Scope(scope);
        for (const binding of node.bindings) {
          this.#expression(binding.value, scope);
          this.#bind(binding.target, inner);
        }
        this.#body(node.body, inner);
        break;
      }
      case 'macro':
        scope.bind(node.name);
        this.#function(node.parameters, node.body, scope);
        break;
      case 'call-block':
        this.#expression(node.call, scope);
        this.#function(node.parameters, node.body, scope);
        break;
      case 'filter-block': {
        const inner = new Scope(scope);
        this.#capture(node.body, inner);
        this.#expression(node.filter, inner);
        break;
      }
      case 'block':
        this.#body(node.body, new Scope(node.scoped ? scope : this.#top));
        break;
      case 'text':
      case 'break':
      case 'continue':
        return;
    }
  }

  #function(parameters: readonly Parameter[], body: Body, scope: Scope): void {
    const inner = new Scope(scope);
    for (const name of ['caller', 'varargs', 'kwargs', ...parameters.map(parameter => parameter.name)])
      inner.bind(name);
    for (const parameter of parameters) if (parameter.defaultValue) this.#expression(parameter.defaultValue, inner);
    this.#capture(body, inner);
  }

  #capture(body: Body, scope: Scope): void {
    this.#captures++;
    this.#body(body, scope);
    this.#captures--;
  }

  #bind(target: Target, scope: Scope): void {
    if (target.kind === 'tuple') for (const item of target.items) this.#bind(item, scope);
    else if (target.kind === 'name') scope.bind(target.name);
    else this.#reference(target, [], { guarded: false, printed: false }, scope);
  }

  #expression(node: Expression, scope: Scope, guarded = false, printed = false): void {
    switch (node.kind) {
      case 'constant':
        return;
      case 'name':
      case 'attribute':
      case 'item':
        this.#access(node, scope, { guarded, printed });
        break;
      case 'call': {
        // JSON data holds nothing that can be called, so the last name of `input.title.upper()` is that of a method.
        const { callee } = node;
        this.#expression(callee.kind === 'attribute' ? callee.target : callee, scope);
        this.#arguments(node.arguments, scope);
        break;
      }
      case 'filter': {
        const first = this.references.length;
        if (node.target) this.#expression(node.target, scope, TOLERANT_FILTERS.has(node.name));
        if (DEFAULT_FILTERS.has(node.name)) this.#defaults(node.arguments, scope, guarded, first);
        else this.#arguments(node.arguments, scope);
        break;
      }
      case 'test':
        this.#expression(node.target, scope, TOLERANT_TESTS.has(node.name));
        this.#arguments(node.arguments, scope);
        break;
      default:
        for (const child of operands(node)) this.#expression(child, scope);
    }
  }

  #arguments(args: Arguments, scope: Scope, guarded = false): void {
    for (const argument of argumentExpressions(args)) this.#expression(argument, scope, guarded);
  }

  /** The default may be undefined itself, where another default follows. */
  #defaults(args: Arguments, scope: Scope, guarded: boolean, first: number): void {
    const outer = this.#insteadOf;
    const handled = this.references.slice(first).filter(({ tolerated }) => tolerated);
    this.#insteadOf = [...outer, ...handled].slice(-MOST_ALTERNATIVES);
    this.#arguments(args, scope, guarded);
    this.#insteadOf = outer;
  }

  /**
   * Follows `a.b['c'][0]` down to the name that it starts with. The path ends before the first index that is not
   * constant.
   */
  #access(node: Expression, scope: Scope, place: Place): void {
    let path: (string | number)[] = [];
    let isWhole = true;
    let at = node;
    const indexes: Expression[] = [];
    while (at.kind === 'attribute' || at.kind === 'item') {
      const step = at.kind === 'attribute' ? at.name : constantStep(at.index);
      if (step === undefined) {
        path = [];
        isWhole = false;
      } else path.unshift(step);
      if (at.kind === 'item') indexes.unshift(at.index);
      at = at.target;
    }
    if (at.kind === 'name')
      this.#reference(
        at,
        path,
        { guarded: place.guarded && isWhole, tolerated: place.guarded, printed: place.printed && isWhole },
        scope,
      );
    else this.#expression(at, scope);
    for (const index of indexes) this.#expression(index, scope);
  }

  #reference(
    { name: root, line, start }: Pick<Name, 'name' | 'line' | 'start'>,
    path: readonly (string | number)[],
    { guarded, tolerated = guarded, printed }: Place,
    scope: Scope,
  ): void {
    if (scope.has(root) || this.#globals.has(root)) return;
    this.references.push({ root, path, guarded, tolerated, printed, insteadOf: this.#insteadOf, line, start });
  }
}

function constantStep(index: Expression): string | number | undefined {
  if (index.kind !== 'constant') return undefined;
  return typeof index.value === 'string' || typeof index.value === 'number' ? index.value : undefined;
}

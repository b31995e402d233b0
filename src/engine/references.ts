/**
 * Checks the references of templates and expressions to the variables of a run and to earlier steps. A name that is
 * never defined causes only a warning, because a run may never reach the step. If it does, the step fails.
 */
import type { Reference } from '../templates/template.ts';
import type { BitSet } from './bit-set.ts';
import { quote } from './definition.ts';
import type { Flow } from './flow.ts';
import type { Graph } from './graph.ts';
import type { Issues } from './issue.ts';
import { isOfItem, type TextKind } from './node-rules.ts';

/** The variables of a run, with the names of their fields if these are fixed. */
const VARIABLES: ReadonlyMap<string, ReadonlySet<unknown> | undefined> = new Map([
  ['input', undefined],
  ['vars', undefined],
  ['steps', undefined],
  ['now', undefined],
  ['workflow', new Set<unknown>(['id', 'name'])],
  ['run', new Set<unknown>(['id', 'links'])],
  ['loop', new Set<unknown>(['item', 'index', 'count', 'parent'])],
  ['round', undefined],
  ['last', undefined],
]);
/** The variables that only the bodies of some loops have. */
const BODY_VARIABLES = new Map([
  ['loop', { isRepeat: false, place: 'the body of a loop' }],
  ['round', { isRepeat: true, place: 'the body of a repeat' }],
  ['last', { isRepeat: true, place: 'the body of a repeat' }],
]);
const STEP_FIELDS = new Set<unknown>(['output', 'success', 'status', 'text', 'error', 'file_ids']);
/** The fields that describe how a step ended. They always exist. */
const OUTCOME_FIELDS = new Set<unknown>(['success', 'status', 'error']);

/** What a text can refer to. */
interface Scope {
  readonly step: number;
  /** The loops whose current item is known. */
  readonly loops: ReadonlySet<number>;
  isBefore(step: number): boolean;
  readonly certain: BitSet;
  /** Whether one of the steps has certainly succeeded, whichever it is. */
  isOneCertain(steps: readonly number[]): boolean;
}

interface CheckedText {
  kind: TextKind;
  /** The top-level param that contains the text. */
  param: string | undefined;
}

export class ReferenceCheck {
  readonly #graph: Graph;
  readonly #flow: Flow | undefined;
  readonly #issues: Issues;
  /** The names that `vars` has. Undefined when they are not known. */
  readonly #variables: ReadonlySet<unknown> | undefined;
  readonly #isCalled: (step: number) => boolean;
  readonly #isRepeat: (loop: number) => boolean;
  readonly #reported = new Set<string>();
  /** The param that contains the text that is being checked. */
  #param: string | undefined;

  /** Without a flow (the graph has cycles or too many nodes), it ignores the order of steps. */
  constructor(
    graph: Graph,
    flow: Flow | undefined,
    issues: Issues,
    {
      variables,
      isCalled = () => false,
      isRepeat = () => false,
    }: {
      variables?: ReadonlySet<unknown> | undefined;
      /** Whether a step waits for a call of a URL. */
      isCalled?: (step: number) => boolean;
      /** Whether a loop has rounds instead of items. */
      isRepeat?: (loop: number) => boolean;
    } = {},
  ) {
    this.#graph = graph;
    this.#flow = flow;
    this.#issues = issues;
    this.#variables = variables;
    this.#isCalled = isCalled;
    this.#isRepeat = isRepeat;
  }

  /** Checks the references of one text in the params of a step. */
  check(step: number, { kind, param }: CheckedText, references: readonly Reference[]): void {
    if (references.length === 0) return;
    this.#param = param;
    const scope = this.#flow && buildScope(this.#flow, step, kind);
    const handled = findHandledSteps(references);
    for (const reference of references) {
      const { root, path, guarded } = reference;
      if (root === 'steps') {
        if (path.length > 0) this.#checkStep(step, scope, reference, handled);
      } else if (root === 'run' && path[0] === 'links') this.#checkLink(step, scope, reference);
      else if (root !== 'secrets') this.#checkVariable(step, scope, root, path, guarded);
    }
  }

  /** Checks a name in `vars` that stands in a param without a template. */
  checkNamedVariable(step: number, name: string, param: string): void {
    this.#param = param;
    this.#checkVariable(step, undefined, 'vars', [name], false);
  }

  #checkVariable(
    step: number,
    scope: Scope | undefined,
    root: string,
    path: Reference['path'],
    guarded: boolean,
  ): void {
    // A guard applies only to the last part: `nothing.at_all | default(1)` fails like `nothing.at_all`.
    const [field] = path;
    const fields = root === 'vars' ? this.#variables : VARIABLES.get(root);
    if (!VARIABLES.has(root)) {
      if (!guarded || path.length > 0) this.#warn(step, `uses the unknown variable ${quote(root)}`);
    } else if (scope && this.#isOutsideBody(scope, root)) {
      const place = BODY_VARIABLES.get(root)?.place;
      if (!guarded || path.length > 0) this.#warn(step, `uses ${quote(root)}, but is not inside ${place}`);
    } else if (field !== undefined && fields?.has(field) === false) {
      if (!guarded || path.length > 1) this.#warn(step, `uses ${quote(`${root}.${field}`)}, which does not exist`);
    }
  }

  /** Whether the variable belongs to the bodies of loops, and none of those around has it. */
  #isOutsideBody({ loops }: Scope, root: string): boolean {
    const variable = BODY_VARIABLES.get(root);
    return variable !== undefined && !loops.values().some(loop => this.#isRepeat(loop) === variable.isRepeat);
  }

  /** Only steps that wait for a call have a link, and in loops only those of the present items are known. */
  #checkLink(step: number, scope: Scope | undefined, { path: [, id], guarded }: Reference): void {
    if (id === undefined || guarded) return;
    const called = typeof id === 'string' ? this.#graph.index(id) : undefined;
    const loop =
      called === undefined || !scope
        ? undefined
        : this.#flow?.loops.around(called).find(each => !scope.loops.has(each));
    const name = quote(String(id));
    if (called === undefined) this.#warn(step, `uses the link of ${name}, which does not exist`);
    else if (!this.#isCalled(called)) this.#warn(step, `uses the link of ${name}, which does not wait for a call`);
    else if (loop !== undefined) {
      this.#warn(step, `uses the link of ${name}, which is inside the body of loop ${quote(this.#graph.id(loop))}`);
    }
  }

  #checkStep(step: number, scope: Scope | undefined, reference: Reference, handled: HandledSteps): void {
    const [id, field] = reference.path;
    const referenced = typeof id === 'string' ? this.#graph.index(id) : undefined;
    const name = quote(String(id));
    if (referenced === undefined) this.#warn(step, `references ${name}, which does not exist`);
    else if (id === this.#graph.id(step)) this.#warn(step, 'references itself');
    else {
      const problem = scope && this.#orderProblem(scope, referenced);
      const uncertainty =
        scope && !handled.absent.has(id) ? this.#uncertaintyProblem(scope, referenced, reference, handled) : undefined;
      if (problem) this.#warn(step, `references ${name}, ${problem}`);
      else if (uncertainty) this.#warn(step, `references ${name}, ${uncertainty}`);
    }
    if (field !== undefined && !STEP_FIELDS.has(field) && (!reference.guarded || reference.path.length > 2)) {
      this.#warn(step, `references ${quote(`steps.${id}.${field}`)}, but a step has no ${quote(String(field))}`);
    }
  }

  #orderProblem(scope: Scope, referenced: number): string | undefined {
    if (scope.loops.has(referenced)) return 'the loop it is part of, which has no result before its last item';
    const loop = this.#flow?.loops.around(referenced).find(around => !scope.loops.has(around));
    if (loop !== undefined) return `which is inside the body of loop ${quote(this.#graph.id(loop))}`;
    return scope.isBefore(referenced) ? undefined : 'which does not come before it';
  }

  #uncertaintyProblem(
    scope: Scope,
    referenced: number,
    { path, insteadOf }: Reference,
    handled: HandledSteps,
  ): string | undefined {
    const [id, field] = path;
    const others = insteadOf.flatMap(other =>
      other.root === 'steps' ? [this.#graph.index(String(other.path[0]))] : [],
    );
    const alternatives = others.filter(other => other !== undefined);
    if (alternatives.length > 0 && scope.isOneCertain([referenced, ...alternatives])) return undefined;
    const { startedBy, triggers } = this.#flow ?? {};
    const place = startedBy?.row(scope.step).firstNotIn(startedBy.row(referenced));
    const trigger = place === undefined ? undefined : triggers?.[place];
    if (trigger !== undefined) return `which takes no part in runs that start at ${quote(this.#graph.id(trigger))}`;
    if (scope.certain.has(referenced) || OUTCOME_FIELDS.has(field) || handled.failed.has(id)) return undefined;
    return 'which may have been skipped or have failed by then: give a default for that case';
  }

  /** Reports the same problem of a step only once. */
  #warn(step: number, problem: string): void {
    const nodeId = this.#graph.id(step);
    const message = `Step ${quote(nodeId)} ${problem}`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#issues.warning(message, nodeId, this.#param);
  }
}

/** The steps whose failure a text handles, and those whose results may be missing completely. */
interface HandledSteps {
  readonly failed: ReadonlySet<unknown>;
  readonly absent: ReadonlySet<unknown>;
}

/** `steps.a.output if steps.a.success else 0` handles a failure, `steps.a.output | default(0)` a missing result. */
function findHandledSteps(references: readonly Reference[]): HandledSteps {
  const failed = new Set<unknown>();
  const absent = new Set<unknown>();
  for (const { root, path, tolerated } of references) {
    if (root !== 'steps') continue;
    if (tolerated) absent.add(path[0]);
    if (path[1] === 'success' || path[1] === 'status') failed.add(path[0]);
  }
  return { failed, absent };
}

function buildScope(flow: Flow, step: number, kind: TextKind): Scope {
  const around = flow.loops.around(step);
  const ancestors = flow.ancestors.row(step);
  if (!isOfItem(kind)) {
    const isBefore = (other: number) => ancestors.has(other);
    const isOneCertain = (steps: readonly number[]) => flow.certainty.isOneBefore(step, steps);
    return { step, loops: new Set(around), isBefore, certain: flow.certainty.before(step), isOneCertain };
  }
  const body = new Set(flow.loops.body(step));
  const isBefore = (other: number) => body.has(other) || ancestors.has(other);
  const certain = flow.certainty.afterItem(step);
  const isOneCertain = (steps: readonly number[]) => steps.some(each => certain.has(each));
  return { step, loops: new Set([step, ...around]), isBefore, certain, isOneCertain };
}

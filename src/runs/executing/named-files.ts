/**
 * Decides whether a step names a file of the user. By naming the file, the user lets the step read it. A step names a
 * file when
 *
 *   1. its params, as the author wrote them, contain the id, or a template that uses nothing of the run produces it;
 *   2. its params refer to a part of the input in which the user who started the run named the file;
 *   3. its params refer to a part of a transform, or of the items or results of a loop, for which 1 or 2 is true.
 *
 * Everything else comes from outside: the outputs of other steps, and the input of a run that started automatically. An
 * id in them is only a text.
 */
import { fieldTexts, isTemplate, isTrigger, type Texts } from '../../engine/node-rules.ts';
import { OUTSIDE } from '../../engine/plan.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { type Reference, type Template, TemplateError } from '../../templates/template.ts';
import type { RunState } from './run-state.ts';

/** `fileId` must be in lower case. */
export function stepNamesFile(state: RunState, node: number, fileId: string, templates: TemplateCache): boolean {
  return new FileSearch(state, fileId, templates).inStep(node);
}

type Path = Reference['path'];

/** The variables that contain nothing from outside. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(['workflow', 'run', 'now']);
/** The time for all templates that are evaluated here. Few templates produce ids, and those take microseconds. */
const EVALUATION_MS = 5;

class FileSearch {
  readonly #state: RunState;
  readonly #id: string;
  readonly #templates: TemplateCache;
  /** The parts of outputs that were searched before. The results of a loop may refer to steps that refer to them. */
  readonly #seen = new Set<string>();
  #leftMs = EVALUATION_MS;

  constructor(state: RunState, fileId: string, templates: TemplateCache) {
    this.#state = state;
    this.#id = fileId;
    this.#templates = templates;
  }

  inStep(node: number): boolean {
    const step = this.#state.plan.steps[node];
    return step !== undefined && this.#inTexts(node, step.node.params, step.rules?.texts ?? 'template');
  }

  #inTexts(node: number, value: unknown, kind: Texts): boolean {
    if (typeof value === 'string') return this.#inText(node, value, kind);
    if (Array.isArray(value)) return value.some(inner => this.#inTexts(node, inner, kind));
    if (!isObject(value)) return false;
    return Object.entries(value).some(([field, inner]) => this.#inTexts(node, inner, fieldTexts(kind, field)));
  }

  #inText(node: number, text: string, kind: Texts): boolean {
    if (this.#containsId(text)) return true;
    const template = this.#compile(text, kind);
    if (!template) return false;
    const { references } = template;
    if (references.every(({ root }) => OWN_VARIABLES.has(root))) return this.#isProducedBy(template);
    const innermost = kind === 'item template' ? node : this.#state.subgraph.innermostLoop(node);
    return references.some(({ root, path }) => {
      if (root === 'input') return this.#inInput(path);
      if (root === 'steps') return this.#inOutput(path);
      if (root === 'last') return this.#inLast(innermost);
      return root === 'loop' && this.#inLoop(innermost, path);
    });
  }

  #inInput(path: Path): boolean {
    // The files that a run gets from the step that started it are given to it.
    const { automatic, parent, input } = this.#state.facts;
    return !automatic && parent === undefined && this.#containsId(JSON.stringify(followPath(input, path)));
  }

  #inOutput([id, field, ...path]: Path): boolean {
    const { plan } = this.#state;
    const node = typeof id === 'string' ? plan.graph.index(id) : undefined;
    const step = node === undefined ? undefined : plan.steps[node];
    if (node === undefined || !step || (field !== 'output' && field !== 'text')) return false;
    const key = JSON.stringify([node, ...path]);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const { type, params } = step.node;
    if (isTrigger(step.rules)) return this.#inInput(path);
    if (type === 'transform') return this.#inTexts(node, followPath(params.value, path), 'template');
    if (type === 'repeat') return path[0] === 'last' && this.#inTexts(node, params.result, 'item template');
    return type === 'loop' && path[0] === 'results' && this.#inTexts(node, params.collect, 'item template');
  }

  /** Whether the result of the innermost repeat names the file. */
  #inLast(innermost: number): boolean {
    const repeat = this.#findLoop(innermost, { isRepeat: true });
    const key = JSON.stringify([repeat, 'last']);
    if (repeat === OUTSIDE || this.#seen.has(key)) return false;
    this.#seen.add(key);
    return this.#inTexts(repeat, this.#state.plan.steps[repeat]?.node.params.result, 'item template');
  }

  #findLoop(innermost: number, { isRepeat }: { isRepeat: boolean }): number {
    const { plan, subgraph } = this.#state;
    let loop = innermost;
    while (loop !== OUTSIDE && plan.isRepeat(loop) !== isRepeat) loop = subgraph.innermostLoop(loop);
    return loop;
  }

  #inLoop(innermost: number, [field, ...path]: Path): boolean {
    const loop = this.#findLoop(innermost, { isRepeat: false });
    if (loop === OUTSIDE) return false;
    const { plan, subgraph } = this.#state;
    const isInItems = () => this.#inTexts(loop, plan.steps[loop]?.node.params.items, 'expression');
    const isAround = () => this.#inLoop(subgraph.innermostLoop(loop), path);
    if (field === undefined) return isInItems() || isAround();
    return field === 'item' ? isInItems() : field === 'parent' && isAround();
  }

  #compile(text: string, kind: Texts): Template | undefined {
    try {
      if (kind === 'expression') return this.#templates.expression(text);
      const isRendered = kind === 'template' || kind === 'item template';
      return isRendered && isTemplate(text) ? this.#templates.template(text) : undefined;
    } catch (error) {
      return ignoreTemplateError(error);
    }
  }

  #isProducedBy(template: Template): boolean {
    if (this.#leftMs <= 0) return false;
    const { id, workflowId, workflowName, startedAt } = this.#state.facts;
    const context = { workflow: { id: workflowId, name: workflowName }, run: { id }, now: startedAt.toISOString() };
    const begun = performance.now();
    const limits = { milliseconds: this.#leftMs };
    const options = { limits, now: () => performance.now(), random: Math.random };
    try {
      return this.#containsId(JSON.stringify(template.evaluate(context, options)));
    } catch (error) {
      return ignoreTemplateError(error) ?? false;
    } finally {
      this.#leftMs -= performance.now() - begun;
    }
  }

  #containsId(text: string | undefined): boolean {
    return text?.toLowerCase().includes(this.#id) ?? false;
  }
}

/** Follows the path as far as possible. A template on the way stands for everything that it produces. */
function followPath(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value === 'string') return value;
  if (Array.isArray(value)) return typeof key === 'number' ? followPath(value.at(key), rest) : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? followPath(value[key], rest) : undefined;
}

/** A template that cannot be evaluated names nothing. */
function ignoreTemplateError(error: unknown): undefined {
  if (error instanceof TemplateError) return undefined;
  throw error;
}

/**
 * Changes a document before it is read, as OpenAPI Overlay 1.0 has it. A target is a path of names such as
 * `$.paths['/v1/customers'].get` or `$.info.title`; `*` stands for every member, and `[?@.name=='token']` for those with
 * such a text. Everything else of JSONPath is not known, so that nothing in an overlay can run.
 */
import { isObject } from '../../platform/is-object.ts';
import { BadInput } from '../../tools/contract/bad-input.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { DocumentObject } from './read-document.ts';
import { copyValue, toLine } from './texts.ts';

export interface OverlayAction {
  target: string;
  /** Merged into each target: objects by their members, lists by adding to their end, everything else by replacing. */
  update?: unknown;
  /** Removes each target. */
  remove?: boolean;
}

type Step = { name: string } | '*' | { member: string | undefined; text: string };
type Container = Record<string, unknown> | unknown[];

/** Returns the changed document. The given one is not used any more: parts of it may have been changed in place. */
export function applyOverlay(document: DocumentObject, actions: readonly OverlayAction[]): DocumentObject {
  if (actions.length === 0) return document;
  if (actions.length > apiDocumentLimits.overlayActions) {
    throw new BadInput(`The overlay has more than ${apiDocumentLimits.overlayActions.toLocaleString('en')} actions`);
  }
  // Aliases of YAML share parts, of which only one is meant.
  const root: Record<string, unknown> = { document: copyValue(document, apiDocumentLimits.depth) };
  for (const action of actions) applyAction(root, action);
  return isObject(root.document) ? root.document : document;
}

function applyAction(root: Record<string, unknown>, { target, update, remove }: OverlayAction): void {
  const steps = parseTarget(target);
  const last: Step = steps.at(-1) ?? { name: 'document' };
  const parents = steps.length === 0 ? [root] : findAll(root.document, steps.slice(0, -1));
  for (const parent of parents) {
    const keys = listKeys(parent, last);
    if (remove) removeAll(parent, keys);
    else if (update !== undefined)
      for (const key of keys) setMember(parent, key, merge(getMember(parent, key), update, 0));
  }
}

/** Reads `$.a['b/c'].*`. */
function parseTarget(target: string): Step[] {
  const problem = () => new BadInput(`The overlay has a target that can not be read: '${toLine(target, 200)}'`);
  if (typeof target !== 'string' || !target.startsWith('$') || target.length > apiDocumentLimits.pointerCharacters) {
    throw problem();
  }
  const steps: Step[] = [];
  const step =
    /\.(\*|[\w-]+)|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\d+)|(\*)|\?@(?:\.([\w-]+))?=='([^'\\]*)')\]/y;
  step.lastIndex = 1;
  while (step.lastIndex < target.length) {
    const match = step.exec(target);
    if (!match) throw problem();
    const [, plain, single, double, index, star, member, text] = match;
    if (plain === '*' || star !== undefined) steps.push('*');
    else if (text !== undefined) steps.push({ member, text });
    else steps.push({ name: plain ?? index ?? (single ?? double ?? '').replaceAll(/\\(.)/g, '$1') });
  }
  return steps;
}

function findAll(start: unknown, steps: readonly Step[]): Container[] {
  let found: unknown[] = [start];
  for (const step of steps) {
    found = found.flatMap(each => (isContainer(each) ? listKeys(each, step).map(key => getMember(each, key)) : []));
    if (found.length > apiDocumentLimits.overlayTargets) {
      throw new BadInput(`A target of the overlay names more than ${apiDocumentLimits.overlayTargets} places`);
    }
  }
  return found.filter(isContainer);
}

/** Only what an object has itself counts, so that no target leads to a prototype. */
function listKeys(parent: Container, step: Step): string[] {
  if (step === '*') return Object.keys(parent);
  if ('text' in step) return Object.keys(parent).filter(key => isMatch(getMember(parent, key), step));
  return Object.hasOwn(parent, step.name) && step.name !== 'length' ? [step.name] : [];
}

function isMatch(value: unknown, { member, text }: { member: string | undefined; text: string }): boolean {
  if (member === undefined) return value === text;
  return isObject(value) && Object.hasOwn(value, member) && value[member] === text;
}

function getMember(parent: Container, key: string): unknown {
  return Array.isArray(parent) ? parent[Number(key)] : parent[key];
}

function setMember(parent: Container, key: string, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

function removeAll(parent: Container, keys: readonly string[]): void {
  if (Array.isArray(parent)) {
    const gone = new Set(keys.map(Number));
    const kept = parent.filter((_, index) => !gone.has(index));
    parent.length = 0;
    for (const each of kept) parent.push(each);
  } else for (const key of keys) delete parent[key];
}

function merge(target: unknown, update: unknown, depth: number): unknown {
  if (depth > apiDocumentLimits.depth) throw new BadInput('The overlay is nested too deeply');
  if (Array.isArray(target))
    return [...target, ...(Array.isArray(update) ? update : [update]).map(each => copyValue(each))];
  if (!isObject(target) || !isObject(update)) return copyValue(update);
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(update)) {
    if (key !== '__proto__')
      merged.set(key, Object.hasOwn(target, key) ? merge(target[key], value, depth + 1) : copyValue(value));
  }
  return Object.fromEntries(merged);
}

function isContainer(value: unknown): value is Container {
  return isObject(value) || Array.isArray(value);
}

/** What can be written at a position of a template. PURE: the editor shows what this returns. */

import * as texts from '../texts/templates.ts';
import { FILTERS, FUNCTIONS, type OperationHelp, TESTS } from './operation-help.ts';
import { isName, type Path, type PathPart, quoteText } from './paths.ts';
import { entryShape, type Shape, shapeAt, UNKNOWN } from './shape.ts';
import { describeShape, stepShape } from './step-shape.ts';
import { codeRegionAt, type TemplateMode, type TemplateToken, tokenize } from './tokens.ts';

export interface CompletionStep {
  readonly id: string;
  /** The name for people, or the title of its type. */
  readonly title: string;
  /** Whether it has certainly run when the template is rendered. */
  readonly certain: boolean;
  readonly output: Shape;
}

/** What completion knows about the place of a template. */
export interface CompletionScope {
  /** The nearest first. */
  readonly steps: readonly CompletionStep[];
  /** `input`, `vars`, `workflow`, `run`, `now`, and `loop` in the body of a loop. */
  readonly variables: Readonly<Record<string, Shape>>;
}

export type OptionKind = 'variable' | 'step' | 'field' | 'filter' | 'test' | 'function' | 'keyword';

export interface CompletionOption {
  readonly label: string;
  readonly kind: OptionKind;
  /** The text that is written instead of the label. */
  readonly apply?: string;
  /** Where the replaced text begins, when that is not where the list begins. */
  readonly from?: number;
  readonly detail?: string;
  readonly info?: string;
}

export interface CompletionList {
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

const VARIABLE_MEANINGS: Readonly<Record<string, string>> = texts.variables;

const FOR_LOOP_FIELDS = [
  'index',
  'index0',
  'revindex',
  'first',
  'last',
  'length',
  'previtem',
  'nextitem',
  'cycle',
  'depth',
];

/** Returns undefined where nothing can be completed: in text, in a comment or in a string. */
export function complete(
  source: string,
  position: number,
  mode: TemplateMode,
  scope: CompletionScope,
): CompletionList | undefined {
  const region = codeRegionAt(source, position, mode);
  if (!region) return undefined;
  const code = source.slice(region.from, position);
  const tokens = tokenize(code, 'expression').map(token => shift(token, region.from));
  const last = tokens.at(-1);
  const isTyping = last !== undefined && last.to === position && /name|keyword|filter|constant/.test(last.kind);
  const from = isTyping ? last.from : position;
  const before = isTyping ? tokens.slice(0, -1) : tokens;
  const texts = before.map(token => source.slice(token.from, token.to));
  const previous = texts.at(-1);

  if (last?.kind === 'string' && last.to === position && !isClosed(source, last)) {
    return completeKey(source, before.slice(0, -1), texts.slice(0, -1), last, scope);
  }
  if (last?.kind === 'number' && last.to === position) return undefined;
  if (previous === '.') {
    const path = readChain(source, before.slice(0, -1));
    return path && { from, options: fieldOptions(resolve(path, source, position, scope), from - 1) };
  }
  if (previous === '|') return { from, options: FILTERS.map(help => operationOption(help, 'filter')) };
  if (previous === 'is' || (previous === 'not' && texts.at(-2) === 'is')) {
    return { from, options: TESTS.map(help => operationOption(help, 'test')) };
  }
  if (region.kind === 'statement' && texts.length === 0) return { from, options: statementOptions() };
  if (region.kind === 'statement' && /^(for|set|macro|with)$/.test(previous ?? '')) return undefined;
  return { from, options: rootOptions(source, position, scope) };
}

function shift(token: TemplateToken, by: number): TemplateToken {
  return { ...token, from: token.from + by, to: token.to + by };
}

function isClosed(source: string, { from, to }: TemplateToken): boolean {
  return to - from > 1 && source.charAt(to - 1) === source.charAt(from);
}

/** `steps['ca` completes the keys of `steps`. */
function completeKey(
  source: string,
  before: readonly TemplateToken[],
  texts: readonly string[],
  string: TemplateToken,
  scope: CompletionScope,
): CompletionList | undefined {
  if (texts.at(-1) !== '[' && source.charAt(string.from - 1) !== '[') return undefined;
  const chain = texts.at(-1) === '[' ? before.slice(0, -1) : before;
  const path = readChain(source, chain);
  if (!path) return undefined;
  const quote = source.charAt(string.from);
  const options = fieldOptions(resolve(path, source, string.from, scope), string.from).map(
    ({ from: _, apply, ...rest }) => ({
      ...rest,
      apply: `${rest.label}${quote}]`,
    }),
  );
  return { from: string.from + 1, options };
}

/** Reads `steps.call.output['rows'][0]` backwards from its last token. */
function readChain(source: string, tokens: readonly TemplateToken[]): Path | undefined {
  const path: PathPart[] = [];
  const textOf = (index: number) => {
    const token = tokens[index];
    return token ? source.slice(token.from, token.to) : undefined;
  };
  let at = tokens.length - 1;
  while (at >= 0) {
    if (textOf(at) === ']') {
      const index = tokens[at - 1];
      if (!index || textOf(at - 2) !== '[') return undefined;
      const part = readIndex(textOf(at - 1) ?? '', index.kind);
      if (part === undefined) return undefined;
      path.unshift(part);
      at -= 3;
      continue;
    }
    const token = tokens[at];
    if (!token || !/name|keyword|constant/.test(token.kind)) return undefined;
    path.unshift(textOf(at) ?? '');
    if (textOf(at - 1) !== '.') return path;
    at -= 2;
  }
  return undefined;
}

function readIndex(text: string, kind: TemplateToken['kind']): PathPart | undefined {
  if (kind === 'number') return Number(text);
  return kind === 'string' ? text.slice(1, -1) : undefined;
}

/** The shape of what a path leads to, with the names that the template itself defines. */
function resolve([root, ...rest]: Path, source: string, position: number, scope: CompletionScope, depth = 0): Shape {
  const name = String(root);
  const local = findLocals(source, position).findLast(each => each.name === name);
  if (local && depth < 10) {
    const bound = local.path && resolve(local.path, source, local.at, scope, depth + 1);
    return bound ? shapeAt(local.isEntry ? entryShape(bound) : bound, rest) : UNKNOWN;
  }
  if (name === 'loop' && isInsideFor(source, position)) {
    return shapeAt(
      { kind: 'fields', fields: Object.fromEntries(FOR_LOOP_FIELDS.map(field => [field, UNKNOWN])) },
      rest,
    );
  }
  if (name === 'steps') return shapeAt(stepsShape(scope), rest);
  return shapeAt(Object.hasOwn(scope.variables, name) ? (scope.variables[name] ?? UNKNOWN) : UNKNOWN, rest);
}

function stepsShape({ steps }: CompletionScope): Shape {
  return { kind: 'fields', fields: Object.fromEntries(steps.map(step => [step.id, stepShape(step)])) };
}

interface Local {
  readonly name: string;
  /** The path of what it stands for, if it stands for a path. */
  readonly path: Path | undefined;
  /** Whether it is one entry of the list at the path. */
  readonly isEntry: boolean;
  readonly at: number;
}

const BINDING = /\{%-?\s*(?:for\s+([\w, ]+?)\s+in|set\s+(\w+)\s*=)\s*([^%|]*)/g;

/** The names that `for` and `set` have defined before a position. */
function findLocals(source: string, position: number): Local[] {
  return [...source.slice(0, position).matchAll(BINDING)].flatMap((match): Local[] => {
    const [whole, entries, name, value = ''] = match;
    const at = match.index;
    if (at + whole.length > position) return [];
    const tokens = tokenize(value.trim(), 'expression');
    const path = readChain(value.trim(), tokens);
    if (name !== undefined) return [{ name, path, isEntry: false, at }];
    const names = (entries ?? '').split(',').map(each => each.trim());
    return names.map(each => ({ name: each, path: names.length === 1 ? path : undefined, isEntry: true, at }));
  });
}

function isInsideFor(source: string, position: number): boolean {
  const before = source.slice(0, position);
  const opened = before.match(/\{%-?\s*for\b[^%]*%\}/g)?.length ?? 0;
  const closed = before.match(/\{%-?\s*endfor\b/g)?.length ?? 0;
  return opened > closed;
}

function rootOptions(source: string, position: number, scope: CompletionScope): CompletionOption[] {
  const locals = [...new Set(findLocals(source, position).map(({ name }) => name))];
  const variables = ['steps', ...Object.keys(scope.variables)];
  return [
    ...locals.map(label => ({ label, kind: 'variable' as const, detail: texts.definedAbove })),
    ...variables.map(label => variableOption(label, scope)),
    ...scope.steps.map(({ id, title }) => ({
      label: `steps.${id}.output`,
      kind: 'step' as const,
      detail: title,
    })),
    ...FUNCTIONS.map(help => operationOption(help, 'function')),
  ];
}

function variableOption(label: string, { variables }: CompletionScope): CompletionOption {
  const shape = variables[label];
  const detail = shape && describeShape(shape);
  const info = VARIABLE_MEANINGS[label];
  return { label, kind: 'variable', ...(detail && { detail }), ...(info && { info }) };
}

/** `dot` is where the dot before the field stands. It is replaced where a field needs brackets. */
function fieldOptions(shape: Shape, dot: number): CompletionOption[] {
  if (shape.kind === 'list') return [{ label: '[0]', kind: 'field', from: dot, detail: texts.firstEntry }];
  if (shape.kind === 'fields')
    return Object.entries(shape.fields).map(([name, field]) => fieldOption(name, field, dot));
  if (shape.kind !== 'value' || typeof shape.value !== 'object' || shape.value === null) return [];
  if (Array.isArray(shape.value)) {
    return shape.value
      .slice(0, SHOWN_ENTRIES)
      .map((entry, index) => fieldOption(index, { kind: 'value', value: entry }, dot));
  }
  return Object.entries(shape.value)
    .slice(0, SHOWN_FIELDS)
    .map(([name, value]) => fieldOption(name, { kind: 'value', value }, dot));
}

const SHOWN_ENTRIES = 20;
const SHOWN_FIELDS = 1_000;

function fieldOption(name: string | number, shape: Shape, dot: number): CompletionOption {
  const detail = describeShape(shape);
  const info = shape.kind === 'unknown' || shape.kind === 'fields' ? shape.description : undefined;
  const more = { ...(detail && { detail }), ...(info && { info }) };
  if (typeof name === 'number') return { label: `[${name}]`, kind: 'field', from: dot, ...more };
  if (isName(name)) return { label: name, kind: 'field', ...more };
  return { label: name, kind: 'field', apply: `[${quoteText(name)}]`, from: dot, ...more };
}

function operationOption({ name, usage, meaning }: OperationHelp, kind: OptionKind): CompletionOption {
  const hasArguments = usage !== name;
  return {
    label: name,
    kind,
    info: hasArguments ? `${usage}: ${meaning}` : meaning,
    ...(hasArguments && kind !== 'test' && { detail: usage.slice(name.length) }),
  };
}

function statementOptions(): CompletionOption[] {
  return Object.entries(texts.statements).map(([label, info]) => ({ label, kind: 'keyword', info }));
}

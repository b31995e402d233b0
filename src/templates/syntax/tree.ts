import { syntaxError } from '../template-error.ts';
import type { Arguments, Body, Expression, Statement } from './syntax.ts';

/** Chains such as `a + b + c ...` nest in the tree without nesting in the source. */
const MAX_DEPTH = 250;

/** Refuses a tree on which recursion could exhaust the stack; walks with a list of its own, so as not to recurse itself. */
export function checkDepth(body: Body): void {
  const pending: { node: Statement | Expression; depth: number }[] = body.map(node => ({ node, depth: 1 }));
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, depth } = entry;
    if (depth > MAX_DEPTH) throw syntaxError('the template is nested too deeply', node.line);
    for (const child of isStatement(node) ? partsOf(node) : operandsOf(node))
      pending.push({ node: child, depth: depth + 1 });
  }
}

/** The expressions directly inside an expression, in the order of the source. */
export function operandsOf(node: Expression): Expression[] {
  switch (node.kind) {
    case 'constant':
    case 'name':
      return [];
    case 'list':
    case 'tuple':
    case 'concatenation':
      return [...node.items];
    case 'dict':
      return node.entries.flat();
    case 'attribute':
      return [node.target];
    case 'item':
      return [node.target, node.index];
    case 'slice':
      return present([node.target, node.start, node.stop, node.step]);
    case 'call':
      return [node.callee, ...argumentsOf(node.arguments)];
    case 'filter':
    case 'test':
      return [...present([node.target]), ...argumentsOf(node.arguments)];
    case 'unary':
      return [node.operand];
    case 'binary':
    case 'logical':
      return [node.left, node.right];
    case 'comparison':
      return [node.first, ...node.rest.map(part => part.operand)];
    case 'conditional':
      return present([node.then, node.test, node.otherwise]);
  }
}

export function argumentsOf(args: Arguments): Expression[] {
  const keywords = args.keywords.map(keyword => keyword.value);
  return present([...args.positional, ...keywords, args.spread, args.spreadKeywords]);
}

type CompoundStatement = Exclude<Statement, { kind: 'text' | 'break' | 'continue' }>;

function isStatement(node: Statement | Expression): node is Statement {
  return STATEMENT_KINDS.has(node.kind);
}

const STATEMENT_KINDS: ReadonlySet<string> = new Set<Statement['kind']>([
  'text',
  'print',
  'do',
  'for',
  'if',
  'set',
  'set-block',
  'with',
  'macro',
  'call-block',
  'filter-block',
  'block',
  'break',
  'continue',
]);

function partsOf(node: Statement): (Statement | Expression)[] {
  if (node.kind === 'text' || node.kind === 'break' || node.kind === 'continue') return [];
  return [...present(expressionsOf(node)), ...bodiesOf(node).flat()];
}

function expressionsOf(node: CompoundStatement): (Expression | undefined)[] {
  switch (node.kind) {
    case 'print':
    case 'do':
    case 'set':
      return [node.value];
    case 'for':
      return [node.iterable, node.condition];
    case 'if':
      return node.branches.map(branch => branch.test);
    case 'set-block':
    case 'filter-block':
      return [node.filter];
    case 'with':
      return node.bindings.map(binding => binding.value);
    case 'macro':
      return node.parameters.map(parameter => parameter.defaultValue);
    case 'call-block':
      return [node.call, ...node.parameters.map(parameter => parameter.defaultValue)];
    case 'block':
      return [];
  }
}

function bodiesOf(node: CompoundStatement): Body[] {
  if (node.kind === 'print' || node.kind === 'do' || node.kind === 'set') return [];
  if (node.kind === 'for') return [node.body, node.otherwise];
  if (node.kind === 'if') return [...node.branches.map(branch => branch.body), node.otherwise];
  return [node.body];
}

function present(nodes: readonly (Expression | undefined)[]): Expression[] {
  return nodes.filter(node => node !== undefined);
}

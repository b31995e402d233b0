import { syntaxError } from '../template-error.ts';
import type { Arguments, Body, Expression, Statement } from './syntax.ts';

/** Chains such as `a + b + c ...` are nested in the tree although they are not nested in the source. */
const MAX_DEPTH = 250;

/**
 * Refuses a tree on which recursion could exhaust the stack. It walks the tree with a list, so that it does not
 * recurse.
 */
export function checkDepth(body: Body): void {
  const pending: { node: Statement | Expression; depth: number }[] = body.map(node => ({ node, depth: 1 }));
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, depth } = entry;
    if (depth > MAX_DEPTH) throw syntaxError('the template is nested too deeply', node.line);
    for (const child of isStatement(node) ? children(node) : operands(node))
      pending.push({ node: child, depth: depth + 1 });
  }
}

/** Returns the direct subexpressions of an expression, in the order of the source. */
export function operands(node: Expression): Expression[] {
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
      return [node.callee, ...argumentExpressions(node.arguments)];
    case 'filter':
    case 'test':
      return [...present([node.target]), ...argumentExpressions(node.arguments)];
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

export function argumentExpressions(args: Arguments): Expression[] {
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

function children(node: Statement): (Statement | Expression)[] {
  if (node.kind === 'text' || node.kind === 'break' || node.kind === 'continue') return [];
  return [...present(childExpressions(node)), ...childBodies(node).flat()];
}

function childExpressions(node: CompoundStatement): (Expression | undefined)[] {
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

function childBodies(node: CompoundStatement): Body[] {
  if (node.kind === 'print' || node.kind === 'do' || node.kind === 'set') return [];
  if (node.kind === 'for') return [node.body, node.otherwise];
  if (node.kind === 'if') return [...node.branches.map(branch => branch.body), node.otherwise];
  return [node.body];
}

function present(nodes: readonly (Expression | undefined)[]): Expression[] {
  return nodes.filter(node => node !== undefined);
}

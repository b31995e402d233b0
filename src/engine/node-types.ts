/** Checks params against the JSON Schema of their node type. */
import type { ErrorObject } from 'ajv';
import { type Params, quote } from './definition.ts';
import { fieldTexts, isTemplate, type NodeRules, type Texts } from './node-rules.ts';
import { fitToSchema, parsePointer, type RenderedParams } from './printed-params.ts';
import { createSchemaCompiler } from './schema-compiler.ts';

/** The number of problems that an error message lists. */
export const SHOWN_PROBLEMS = 10;

const compile = createSchemaCompiler({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });

/** The node types with their validators, which are compiled once and used for every definition. */
export class NodeTypes {
  readonly #rules = new Map<string, NodeRules>();

  constructor(types: Iterable<NodeRules>) {
    for (const rules of types) this.#rules.set(rules.type, rules);
  }

  get(type: string): NodeRules | undefined {
    return this.#rules.get(type);
  }

  /** Describes the problems of params before their templates are rendered. It ignores the values of templates. */
  paramProblems(rules: NodeRules, params: Params): { message: string; param: string | undefined }[] {
    const validate = compile(rules.paramsSchema);
    if (validate(params)) return [];
    const errors = (validate.errors ?? []).filter(error => !isKnownOnlyInRun(error, rules.texts ?? 'template'));
    return errors.map(error => ({ message: describeParamProblem(error, rules.type), param: namedParam(error) }));
  }

  /**
   * Returns the rendered params of a step, printed where the type requires strings, and their problems. It limits the
   * number of problems, because rendered params may contain data of any size.
   */
  fit(rules: NodeRules, rendered: RenderedParams): { params: Params; problems: string[] } {
    const validate = compile(rules.paramsSchema);
    const params = fitToSchema(validate, rendered);
    const errors = (validate.errors ?? []).slice(0, SHOWN_PROBLEMS);
    return { params, problems: errors.map(error => describeParamProblem(error, rules.type)) };
  }
}

/** Only a run knows the value of a template, and therefore its type. */
function isKnownOnlyInRun({ data, instancePath }: ErrorObject, texts: Texts): boolean {
  if (typeof data !== 'string' || !isTemplate(data)) return false;
  let kind = texts;
  for (const segment of parsePointer(instancePath)) {
    if (!/^\d+$/.test(segment)) kind = fieldTexts(kind, segment);
  }
  return kind === 'template' || kind === 'item template' || typeof kind === 'object';
}

/** Returns the top-level param that an error is about. */
function namedParam({ instancePath, keyword, params }: ErrorObject): string | undefined {
  const [first] = parsePointer(instancePath);
  if (first !== undefined) return first;
  if (keyword === 'required') return String(params.missingProperty);
  return keyword === 'additionalProperties' ? String(params.additionalProperty) : undefined;
}

/** Describes an error of Ajv to an author. Ajv must be `verbose`. */
export function describeParamProblem(error: ErrorObject, type: string): string {
  const path = parsePointer(error.instancePath);
  const named = (...further: string[]) => quote(formatPath([...path, ...further]));
  const { keyword, params } = error;
  if (keyword === 'required') return `${named(String(params.missingProperty))} is required`;
  if (keyword === 'additionalProperties') {
    const name = named(String(params.additionalProperty));
    return path.length === 0 ? `${name} is not a parameter of ${type}` : `${name} is not known`;
  }
  return `${named()} ${describeRequirement(error)}`;
}

function describeRequirement({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { limit } = params;
  switch (keyword) {
    case 'type':
      return `must be ${[params.type].flat().map(typeName).join(' or ')}`;
    case 'enum':
      return `must be one of ${[params.allowedValues].flat().join(', ')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'minLength':
    case 'minItems':
      return limit === 1 ? 'must not be empty' : (message ?? '');
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'pattern':
      // The description explains the pattern in words.
      return `does not fit: ${String(parentSchema?.description ?? params.pattern).replace(/\.$/, '')}`;
    case 'uniqueItems':
      return 'must not name anything twice';
    default:
      return message ?? 'is not valid';
  }
}

function typeName(type: unknown): string {
  if (type === 'array') return 'a list';
  return type === 'object' || type === 'integer' ? `an ${type}` : `a ${String(type)}`;
}

/** Formats a path as people write it: `cases[0].name`. */
export function formatPath(path: readonly string[]): string {
  return path.reduce((text, segment) => {
    if (/^\d+$/.test(segment)) return `${text}[${segment}]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

/** Params against the JSON Schema of their node type. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Params, quote } from './definition.ts';
import { createSchemaCheck, type SchemaCheck } from './json-schema.ts';
import { isTemplate, type NodeRules, type Texts, textsOf } from './node-rules.ts';
import { fitPrinted, type RenderedParams, segments } from './printed-params.ts';

export const SHOWN_PROBLEMS = 10;

/** The node types, with the checks that are compiled once and then used for every definition. */
export class NodeTypes {
  readonly #rules = new Map<string, NodeRules>();
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });

  #schemaCheck: SchemaCheck | undefined;

  constructor(types: Iterable<NodeRules>) {
    for (const rules of types) this.#rules.set(rules.type, rules);
  }

  get(type: string): NodeRules | undefined {
    return this.#rules.get(type);
  }

  /** What is wrong with the params of a node of this type, without regard to what templates will give. */
  paramProblems(rules: NodeRules, params: Params): string[] {
    const validate = this.#validator(rules);
    if (validate(params)) return [];
    const errors = (validate.errors ?? []).filter(error => !isLeftToTheRun(error, rules.texts ?? 'template'));
    return errors.map(error => paramProblem(error, rules.type));
  }

  /**
   * The params of a step once its templates have been rendered, printed where the type asks for strings, and what is
   * wrong with them. Data of any size may stand there now.
   */
  fit(rules: NodeRules, rendered: RenderedParams): { params: Params; problems: string[] } {
    const validate = this.#validator(rules);
    const params = fitPrinted(validate, rendered);
    const errors = (validate.errors ?? []).slice(0, SHOWN_PROBLEMS);
    return { params, problems: errors.map(error => paramProblem(error, rules.type)) };
  }

  /** What is wrong with a JSON Schema that a definition holds. */
  schemaProblem(schema: Params): string | undefined {
    this.#schemaCheck ??= createSchemaCheck();
    return this.#schemaCheck(schema);
  }

  #validator(rules: NodeRules): ValidateFunction {
    let validator = this.#validators.get(rules.type);
    if (!validator) {
      validator = this.#ajv.compile(rules.paramsSchema);
      this.#validators.set(rules.type, validator);
    }
    return validator;
  }
}

/** Where a template stands, only a run knows the value, and so its type. */
function isLeftToTheRun({ data, instancePath }: ErrorObject, texts: Texts): boolean {
  if (typeof data !== 'string' || !isTemplate(data)) return false;
  let kind = texts;
  for (const segment of segments(instancePath)) {
    if (!/^\d+$/.test(segment)) kind = textsOf(kind, segment);
  }
  return kind === 'template' || kind === 'item template' || typeof kind === 'object';
}

/** In words, as an author sees it. The error is one of an Ajv that is `verbose`. */
export function paramProblem(error: ErrorObject, type: string): string {
  const path = segments(error.instancePath);
  const named = (...further: string[]) => quote(formatPath([...path, ...further]));
  const { keyword, params } = error;
  if (keyword === 'required') return `${named(String(params.missingProperty))} is required`;
  if (keyword === 'additionalProperties') {
    const name = named(String(params.additionalProperty));
    return path.length === 0 ? `${name} is not a parameter of ${type}` : `${name} is not known`;
  }
  return `${named()} ${requirement(error)}`;
}

function requirement({ keyword, params, message, parentSchema }: ErrorObject): string {
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
      // The description says in words what the pattern asks for.
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

/** As people write it: `cases[0].name`. */
export function formatPath(path: readonly string[]): string {
  return path.reduce((text, segment) => {
    if (/^\d+$/.test(segment)) return `${text}[${segment}]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

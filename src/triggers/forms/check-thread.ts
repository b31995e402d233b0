/** Validates all answers against the schema of their form. It runs in a thread, because a user wrote the schema. */
import { Ajv, type ErrorObject } from 'ajv';
import { errorMessage } from '../../platform/error-details.ts';
import { words } from './words.ts';

export interface AnswersToCheck {
  schema: string;
  /** JSON. */
  values: string;
}

export interface CheckedAnswers {
  /** What is wrong, with the field; undefined when it concerns no single field. */
  problems: [field: string | undefined, problem: string][];
  /** Why the schema itself can not be used. */
  schemaProblem?: string;
}

export default function checkAnswers({ schema: text, values }: AnswersToCheck): CheckedAnswers {
  try {
    const schema: Record<string, unknown> = { ...JSON.parse(text), $async: undefined };
    const options = {
      strict: false,
      meta: false,
      validateSchema: false,
      validateFormats: false,
      logger: false,
    } as const;
    const validate = new Ajv({ ...options, allErrors: true }).compile(schema);
    if (validate(JSON.parse(values))) return { problems: [] };
    return { problems: (validate.errors ?? []).map(error => [fieldOf(error), describe(error)]) };
  } catch (error) {
    return { problems: [], schemaProblem: errorMessage(error) };
  }
}

function fieldOf({ instancePath, params }: ErrorObject): string | undefined {
  const [, field] = instancePath.split('/');
  if (field !== undefined) return field.replaceAll('~1', '/').replaceAll('~0', '~');
  return typeof params.missingProperty === 'string' ? params.missingProperty : undefined;
}

function describe({ keyword, params }: ErrorObject): string {
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return words.required;
    case 'enum':
      return words.choose;
    case 'const':
      return params.allowedValue === true ? words.tick : words.notAllowed;
    case 'type':
      return params.type === 'integer' ? words.integer : params.type === 'number' ? words.number : words.notAllowed;
    case 'minimum':
      return words.atLeast(params.limit);
    case 'maximum':
      return words.atMost(params.limit);
    case 'exclusiveMinimum':
      return words.moreThan(params.limit);
    case 'exclusiveMaximum':
      return words.lessThan(params.limit);
    case 'multipleOf':
      return words.multipleOf(params.multipleOf);
    case 'minLength':
      return params.limit === 1 ? words.required : words.leastCharacters(params.limit);
    case 'maxLength':
      return words.mostCharacters(params.limit);
    case 'pattern':
      return words.notFitting;
    default:
      return words.notAllowed;
  }
}

import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { LanguageObject, type Value } from './values.ts';

export interface CallArguments {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

export const NO_ARGUMENTS: CallArguments = { positional: [], keywords: new Map() };

/** The part of an evaluation that filters, methods and functions may use. */
export interface Runtime {
  readonly budget: Budget;
  filter(name: string, value: Value, args: CallArguments): Value;
  test(name: string, value: Value, args: CallArguments): boolean;
  /** Evaluates `value.name`. */
  attribute(value: Value, name: string): Value;
  /** Evaluates `value[index]`. */
  item(value: Value, index: Value): Value;
}

/** Anything that a template can call. It is never a JavaScript function of the host. */
export abstract class Callable extends LanguageObject {
  readonly isCallable: boolean = true;

  abstract call(args: CallArguments, runtime: Runtime): Value;
  /** Returns the printed form. */
  abstract describe(): string;
}

/** The parameters of a filter, method or function, in order. The names of optional ones end with `?`. */
export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** Arguments in the order of the parameters. Omitted ones are undefined. */
export type BoundArguments = readonly (Value | undefined)[];

export function bind(signature: Signature, args: CallArguments): BoundArguments {
  const { name, parameters } = signature;
  if (args.positional.length > parameters.length)
    throw new TemplateError(
      `${name}() takes at most ${parameters.length} argument${parameters.length === 1 ? '' : 's'} (${args.positional.length} given)`,
    );
  const bound: (Value | undefined)[] = parameters.map((_, index) => args.positional[index]);
  for (const [keyword, value] of args.keywords) {
    const index = parameters.findIndex(parameter => parameter === keyword || parameter === `${keyword}?`);
    if (index < 0) throw new TemplateError(`${name}() got an unexpected keyword argument '${keyword}'`);
    if (index < args.positional.length)
      throw new TemplateError(`${name}() got multiple values for argument '${keyword}'`);
    bound[index] = value;
  }
  const missing = parameters.findIndex((parameter, index) => bound[index] === undefined && !parameter.endsWith('?'));
  if (missing >= 0) throw new TemplateError(`${name}() missing required argument '${parameters[missing]}'`);
  return bound;
}

/** A filter or a method. It is applied to a value and may take further parameters. */
export interface Operation<Result = Value> {
  /** With `any`, the operation checks its arguments itself. */
  readonly parameters: readonly string[] | 'any';
  run(value: Value, args: BoundArguments, runtime: Runtime, all: CallArguments): Result;
}

export type Operations<Result = Value> = ReadonlyMap<string, Operation<Result>>;

export function perform<Result>(
  name: string,
  operation: Operation<Result>,
  value: Value,
  args: CallArguments,
  runtime: Runtime,
): Result {
  runtime.budget.spend(1);
  const { parameters } = operation;
  return operation.run(value, parameters === 'any' ? [] : bind({ name, parameters }, args), runtime, args);
}

/** A built-in function of the language. */
export class BuiltIn extends Callable {
  readonly typeName = 'builtin_function_or_method';
  readonly #name: string;
  readonly #run: (args: CallArguments, runtime: Runtime) => Value;

  constructor(name: string, run: (args: CallArguments, runtime: Runtime) => Value) {
    super();
    this.#name = name;
    this.#run = run;
  }

  override call(args: CallArguments, runtime: Runtime): Value {
    return this.#run(args, runtime);
  }

  override describe(): string {
    return `<function ${this.#name}>`;
  }
}

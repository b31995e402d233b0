import { type CallArguments, Callable, type Operation, type Operations, perform, type Runtime } from './callable.ts';
import { isMapping } from './dict.ts';
import { DICT_METHODS } from './dict-methods.ts';
import { LIST_METHODS, RANGE_METHODS, TUPLE_METHODS } from './list-methods.ts';
import { bitLength, numeric } from './numbers.ts';
import { STRING_METHODS } from './string-methods.ts';
import { Float, isDataList, isFloat, isInteger, isText, List, Range, Tuple, typeName, type Value } from './values.ts';

/** Binds a method to its value. Returns undefined when the type has no such method. */
export function bindMethod(value: Value, name: string): Value | undefined {
  const method = methodsFor(value)?.get(name);
  return method && new BoundMethod(value, name, method);
}

function methodsFor(value: Value): Operations | undefined {
  if (isText(value)) return STRING_METHODS;
  if (value instanceof List || isDataList(value)) return LIST_METHODS;
  if (isMapping(value)) return DICT_METHODS;
  if (value instanceof Tuple) return TUPLE_METHODS;
  if (value instanceof Range) return RANGE_METHODS;
  if (isInteger(value)) return INTEGER_METHODS;
  return isFloat(value) ? FLOAT_METHODS : undefined;
}

const INTEGER_METHODS: Operations = new Map<string, Operation>([
  ['bit_length', { parameters: [], run: self => (isInteger(self) ? bitLength(numeric(self)) : 0) }],
]);

const FLOAT_METHODS: Operations = new Map<string, Operation>([
  ['is_integer', { parameters: [], run: self => self instanceof Float }],
]);

class BoundMethod extends Callable {
  readonly typeName = 'builtin_function_or_method';
  readonly #self: Value;
  readonly #name: string;
  readonly #method: Operation;

  constructor(self: Value, name: string, method: Operation) {
    super();
    this.#self = self;
    this.#name = name;
    this.#method = method;
  }

  override call(args: CallArguments, runtime: Runtime): Value {
    return perform(this.#name, this.#method, this.#self, args, runtime);
  }

  override describe(): string {
    return `<built-in method ${this.#name} of ${typeName(this.#self)} object>`;
  }
}

import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { BuiltIn, type CallArguments, type Runtime } from './callable.ts';
import { equals } from './comparison.ts';
import { AttributeObject } from './objects.ts';
import { Undefined, type Value } from './values.ts';

/** Renders the body of a recursive loop for the elements of another value. */
type Recurse = (elements: Value, depth: number) => Value;

/**
 * The variable `loop` inside `{% for %}`. It reads one element ahead only when the template uses `last` or `nextitem`.
 */
export class LoopContext extends AttributeObject {
  readonly typeName = 'LoopContext';
  readonly #budget: Budget;
  readonly #depth: number;
  readonly #recurse: Recurse | undefined;
  #elements: Iterator<Value>;
  #length: number | undefined;
  #index = -1;
  #previous: Value | undefined;
  #current: Value | undefined;
  #ahead: IteratorResult<Value> | undefined;
  #lastChanged: readonly Value[] | undefined;

  constructor(elements: Iterator<Value>, length: number | undefined, depth: number, budget: Budget, recurse?: Recurse) {
    super();
    this.#elements = elements;
    this.#length = length;
    this.#depth = depth;
    this.#budget = budget;
    this.#recurse = recurse;
  }

  /** Returns the next element, or undefined at the end. */
  advance(): Value | undefined {
    const step = this.#ahead ?? this.#elements.next();
    this.#ahead = undefined;
    if (step.done) return undefined;
    this.#index++;
    this.#previous = this.#current;
    this.#current = step.value;
    return step.value;
  }

  get length(): number {
    if (this.#length !== undefined) return this.#length;
    const rest: Value[] = this.#ahead && !this.#ahead.done ? [this.#ahead.value] : [];
    for (let step = this.#elements.next(); !step.done; step = this.#elements.next()) {
      this.#budget.allocate(1);
      rest.push(step.value);
    }
    this.#ahead = undefined;
    this.#elements = rest.values();
    this.#length = this.#index + 1 + rest.length;
    return this.#length;
  }

  override attribute(name: string): Value | undefined {
    switch (name) {
      case 'index':
        return this.#index + 1;
      case 'index0':
        return this.#index;
      case 'revindex':
        return this.length - this.#index;
      case 'revindex0':
        return this.length - this.#index - 1;
      case 'first':
        return this.#index === 0;
      case 'last':
        return this.#peek().done === true;
      case 'length':
        return this.length;
      case 'depth':
        return this.#depth + 1;
      case 'depth0':
        return this.#depth;
      case 'previtem':
        return this.#index === 0 ? new Undefined(() => 'there is no previous item') : this.#previous;
      case 'nextitem': {
        const ahead = this.#peek();
        return ahead.done ? new Undefined(() => 'there is no next item') : ahead.value;
      }
      case 'cycle':
        return new BuiltIn('cycle', args => this.#cycle(args));
      case 'changed':
        return new BuiltIn('changed', args => this.#changed(args));
      default:
        return undefined;
    }
  }

  override call(args: CallArguments, _runtime: Runtime): Value {
    if (!this.#recurse) throw new TemplateError("The loop must have the 'recursive' marker to be called recursively.");
    const [elements] = args.positional;
    if (elements === undefined || args.positional.length > 1 || args.keywords.size > 0)
      throw new TemplateError('loop() takes exactly one argument');
    return this.#recurse(elements, this.#depth + 1);
  }

  override describe(): string {
    return `<LoopContext ${this.#index + 1}/${this.length}>`;
  }

  #peek(): IteratorResult<Value> {
    this.#ahead ??= this.#elements.next();
    return this.#ahead;
  }

  #cycle(args: CallArguments): Value {
    if (args.positional.length === 0) throw new TemplateError('no items for cycling given');
    return args.positional[this.#index % args.positional.length] ?? null;
  }

  #changed(args: CallArguments): Value {
    const before = this.#lastChanged;
    const isSame =
      before?.length === args.positional.length &&
      args.positional.every((value, index) => equals(value, before[index] ?? null, this.#budget));
    this.#lastChanged = args.positional;
    return !isSame;
  }
}

import { TemplateError } from '../template-error.ts';
import { BuiltIn, bind, type CallArguments, Callable } from './callable.ts';
import type { Dict } from './dict.ts';
import { LanguageObject, type Value } from './values.ts';

/** The result of `namespace()`. Only its attributes can be set by a template, also from inside a loop. */
export class Namespace extends LanguageObject {
  readonly typeName = 'Namespace';
  readonly attributes: Dict;

  constructor(attributes: Dict) {
    super();
    this.attributes = attributes;
  }
}

/** An object of the language with a few named attributes. Some of these objects can also be called. */
export abstract class AttributeObject extends Callable {
  abstract attribute(name: string): Value | undefined;
}

export class Cycler extends AttributeObject {
  readonly typeName = 'Cycler';
  override readonly isCallable = false;
  readonly #items: readonly Value[];
  #position = 0;

  constructor(items: readonly Value[]) {
    super();
    if (items.length === 0) throw new TemplateError('at least one item has to be provided');
    this.#items = items;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'current') return this.#items[this.#position];
    if (name === 'pos') return this.#position;
    if (name === 'next') return new BuiltIn('next', args => this.#next(args));
    if (name === 'reset') return new BuiltIn('reset', args => this.#reset(args));
    return undefined;
  }

  override call(): Value {
    throw new TemplateError("'Cycler' object is not callable");
  }

  override describe(): string {
    return '<Cycler>';
  }

  #next(args: CallArguments): Value {
    bind({ name: 'next', parameters: [] }, args);
    const item = this.#items[this.#position] ?? null;
    this.#position = (this.#position + 1) % this.#items.length;
    return item;
  }

  #reset(args: CallArguments): Value {
    bind({ name: 'reset', parameters: [] }, args);
    this.#position = 0;
    return null;
  }
}

export class Joiner extends AttributeObject {
  readonly typeName = 'Joiner';
  readonly #separator: Value;
  #used = false;

  constructor(separator: Value) {
    super();
    this.#separator = separator;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'sep') return this.#separator;
    return name === 'used' ? this.#used : undefined;
  }

  override call(args: CallArguments): Value {
    bind({ name: 'joiner', parameters: [] }, args);
    const text = this.#used ? this.#separator : '';
    this.#used = true;
    return text;
  }

  override describe(): string {
    return '<Joiner>';
  }
}

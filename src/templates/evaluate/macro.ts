import type { Body, Expression, Parameter, SpecialNames } from '../syntax/syntax.ts';
import { TemplateError } from '../template-error.ts';
import type { CallArguments, Callable, Runtime } from '../values/callable.ts';
import { dictFromEntries } from '../values/dict.ts';
import { AttributeObject } from '../values/objects.ts';
import { Tuple, Undefined, type Value } from '../values/values.ts';
import { Scope } from './scope.ts';

/** What a macro needs from the renderer that created it. */
interface MacroHost {
  evaluate(node: Expression, scope: Scope): Value;
  /** Renders the body to a text that is not output yet. */
  capture(body: Body, scope: Scope): string;
}

interface Definition {
  /** Undefined for the `caller` of a `{% call %}` block. */
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly mentions: SpecialNames;
  readonly body: Body;
}

/** A macro with the scope in which it was defined. Its body sees the names of that scope. */
export class MacroValue extends AttributeObject {
  readonly typeName = 'Macro';
  readonly #definition: Definition;
  readonly #scope: Scope;
  readonly #host: MacroHost;

  constructor(definition: Definition, scope: Scope, host: MacroHost) {
    super();
    this.#definition = definition;
    this.#scope = scope;
    this.#host = host;
  }

  override call(args: CallArguments, runtime: Runtime): Value {
    runtime.budget.enter();
    const scope = new Scope(this.#scope);
    const bound = this.#bind(args, scope);
    for (const parameter of this.#definition.parameters)
      scope.set(parameter.name, this.#value(parameter, bound, scope));
    const text = this.#host.capture(this.#definition.body, scope);
    runtime.budget.leave();
    return text;
  }

  override attribute(name: string): Value | undefined {
    const { parameters, mentions } = this.#definition;
    if (name === 'name') return this.#definition.name ?? null;
    if (name === 'arguments') return new Tuple(parameters.map(parameter => parameter.name));
    if (name === 'catch_kwargs') return mentions.kwargs;
    if (name === 'catch_varargs') return mentions.varargs;
    return name === 'caller' ? mentions.caller : undefined;
  }

  override describe(): string {
    const { name } = this.#definition;
    return name === undefined ? '<Macro anonymous>' : `<Macro '${name}'>`;
  }

  /** Maps parameters to arguments. `caller`, `kwargs` and `varargs` go directly into the scope. */
  #bind(args: CallArguments, scope: Scope): Map<string, Value> {
    const { parameters, mentions } = this.#definition;
    const bound = new Map<string, Value>();
    const keywords = new Map(args.keywords);
    for (const [index, { name }] of parameters.entries()) {
      const positional = args.positional[index];
      const value = positional === undefined ? keywords.get(name) : positional;
      if (value !== undefined) bound.set(name, value);
      if (positional === undefined) keywords.delete(name);
    }
    if (mentions.caller && !parameters.some(parameter => parameter.name === 'caller')) {
      const caller = keywords.get('caller') ?? null;
      scope.set('caller', caller === null ? new Undefined(() => 'No caller defined') : caller);
      keywords.delete('caller');
    }
    const declares = (name: string): boolean => parameters.some(parameter => parameter.name === name);
    if (mentions.kwargs && !declares('kwargs')) scope.set('kwargs', dictFromEntries(keywords));
    else this.#refuseKeywords(keywords);
    const extra = args.positional.slice(parameters.length);
    if (mentions.varargs && !declares('varargs')) scope.set('varargs', new Tuple(extra));
    else if (extra.length > 0)
      throw new TemplateError(`macro ${this.#quotedName()} takes not more than ${parameters.length} argument(s)`);
    return bound;
  }

  #refuseKeywords(keywords: ReadonlyMap<string, Value>): void {
    const [name] = keywords.keys();
    if (name !== undefined) throw new TemplateError(`macro ${this.#quotedName()} takes no keyword argument '${name}'`);
  }

  #value(parameter: Parameter, bound: ReadonlyMap<string, Value>, scope: Scope): Value {
    const argument = bound.get(parameter.name);
    if (argument !== undefined) return argument;
    if (parameter.defaultValue) return this.#host.evaluate(parameter.defaultValue, scope);
    return new Undefined(() => `parameter '${parameter.name}' was not provided`);
  }

  #quotedName(): string {
    return this.#definition.name === undefined ? 'None' : `'${this.#definition.name}'`;
  }
}

/** The variable `self`: the blocks of the template, each of which can be called to render it again. */
export class TemplateReference extends AttributeObject {
  readonly typeName = 'TemplateReference';
  override readonly isCallable = false;
  readonly #blocks: ReadonlyMap<string, Callable>;

  constructor(blocks: ReadonlyMap<string, Callable>) {
    super();
    this.#blocks = blocks;
  }

  override attribute(name: string): Value | undefined {
    return this.#blocks.get(name);
  }

  override call(): Value {
    throw new TemplateError("'TemplateReference' object is not callable");
  }

  override describe(): string {
    return '<TemplateReference None>';
  }
}

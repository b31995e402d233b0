import type { Value } from '../values/values.ts';

/** The names that are bound in one part of the template. Lookups continue in the outer scope. */
export class Scope {
  readonly #outer: Scope | undefined;
  #names: Map<string, Value> | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, value: Value): void {
    this.#names ??= new Map();
    this.#names.set(name, value);
  }

  get(name: string): Value | undefined {
    let scope: Scope | undefined = this;
    while (scope !== undefined) {
      const value: Value | undefined = scope.#names?.get(name);
      if (value !== undefined) return value;
      scope = scope.#outer;
    }
    return undefined;
  }
}

interface WeightedCacheOptions<Value> {
  /** What all values together may weigh. The one that was used last stays in any case. */
  most: number;
  weigh(value: Value): number;
}

/** Keeps the values that were used last. */
export class WeightedCache<Key, Value> {
  readonly #options: WeightedCacheOptions<Value>;
  /** The least recently used one comes first. */
  readonly #values = new Map<Key, Value>();
  #weight = 0;

  constructor(options: WeightedCacheOptions<Value>) {
    this.#options = options;
  }

  /** Returns the value without using it. */
  peek(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && this.#values.delete(key)) this.#values.set(key, value);
    return value;
  }

  add(key: Key, value: Value): Value {
    this.#remove(key);
    this.#values.set(key, value);
    this.#weight += this.#options.weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#options.most || oldest === key) break;
      this.#remove(oldest);
    }
    return value;
  }

  #remove(key: Key): void {
    const value = this.#values.get(key);
    if (value !== undefined && this.#values.delete(key)) this.#weight -= this.#options.weigh(value);
  }
}

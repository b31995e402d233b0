/** A set of integers below a fixed size. Unions and intersections handle 32 members at a time. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
  }

  has(member: number): boolean {
    return ((this.#words[member >>> 5] ?? 0) & (1 << (member & 31))) !== 0;
  }

  add(member: number): void {
    const word = member >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (member & 31));
  }

  delete(member: number): void {
    const word = member >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (member & 31));
  }

  /** Adds every number, including those between the size and the next multiple of 32. */
  fill(): void {
    this.#words.fill(0xffffffff);
  }

  addAll(other: BitSet): void {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) | (others[i] ?? 0);
  }

  retainAll(other: BitSet): void {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) & (others[i] ?? 0);
  }

  /** Returns whether the sets had members in common. */
  removeAll(other: BitSet): boolean {
    const words = this.#words;
    const others = other.#words;
    let common = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      common |= word & (others[i] ?? 0);
      words[i] = word & ~(others[i] ?? 0);
    }
    return common !== 0;
  }

  isSubsetOf(other: BitSet): boolean {
    return this.firstNotIn(other) === undefined;
  }

  /** Returns the smallest member that is not in the other set. */
  firstNotIn(other: BitSet): number | undefined {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) {
      const missing = (words[i] ?? 0) & ~(others[i] ?? 0);
      if (missing !== 0) return i * 32 + 31 - Math.clz32(missing & -missing);
    }
    return undefined;
  }

  copy(): BitSet {
    const copy = new BitSet(this.#words.length * 32);
    copy.#words.set(this.#words);
    return copy;
  }

  members(): number[] {
    const members: number[] = [];
    this.#words.forEach((word, index) => {
      for (let left = word; left !== 0; left &= left - 1) members.push(index * 32 + 31 - Math.clz32(left & -left));
    });
    return members;
  }
}

/** A table with one set per row. */
export class BitTable {
  readonly #rows: BitSet[];

  constructor(rows: number, size: number) {
    this.#rows = Array.from({ length: rows }, () => new BitSet(size));
  }

  row(index: number): BitSet {
    const row = this.#rows[index];
    if (!row) throw new RangeError(`there is no row ${index}`);
    return row;
  }
}

/** The default limit of how deep arrays and objects may be nested. */
export const DEFAULT_DEPTH = 1_000;

export class JsonTooDeep extends Error {
  readonly depth: number;

  constructor(depth: number) {
    super(`JSON is nested more than ${depth} levels deep`);
    this.name = 'JsonTooDeep';
    this.depth = depth;
  }
}

export class JsonTooLarge extends Error {
  readonly limitCharacters: number;

  constructor(limitCharacters: number) {
    super(`JSON is longer than ${limitCharacters} characters`);
    this.name = 'JsonTooLarge';
    this.limitCharacters = limitCharacters;
  }
}

/** Finds what a `$ref` names within the document. Nothing is ever read from elsewhere. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { Unmappable } from './texts.ts';

export interface SchemaReference {
  $ref: string;
}

/** The properties of an object schema with those of its parts. */
export interface ObjectView {
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
}

export function isReference(value: unknown): value is SchemaReference {
  return isObject(value) && typeof value.$ref === 'string';
}

export class References {
  readonly #root: unknown;
  readonly #ownUrl: string | null;
  readonly #found = new Map<string, unknown>();
  /** The first references to other documents. */
  readonly external = new Set<string>();
  /** See `viewObject`. */
  readonly views = new WeakMap<object, { view: ObjectView | undefined }>();

  constructor(root: unknown, documentUrl: string | null) {
    this.#root = root;
    this.#ownUrl = documentUrl === null ? null : withoutFragment(documentUrl);
  }

  /** Follows references until something else comes. Throws where they lead nowhere. */
  resolve(value: unknown): unknown {
    let current = value;
    for (let hops = 0; isReference(current); hops++) {
      const pointer = this.toPointer(current.$ref);
      current = pointer === undefined ? undefined : this.find(pointer);
      if (current === undefined || hops >= apiDocumentLimits.referenceHops) {
        throw new Unmappable('It has a reference that leads nowhere');
      }
    }
    return current;
  }

  /** Returns the pointer within this document. Undefined, and remembered, for other documents. */
  toPointer(reference: string): string | undefined {
    const [place = '', fragment] = splitAt(reference, '#');
    if (place === '' || this.#isOwn(place)) return fragment;
    // One more than the error names says that there are others.
    if (this.external.size < 6) this.external.add(reference.slice(0, 500));
    return undefined;
  }

  /** Returns what a JSON pointer names, with references on its way followed, or undefined. */
  find(pointer: string): unknown {
    if (this.#found.has(pointer)) return this.#found.get(pointer);
    const value = this.#walk(pointer);
    this.#found.set(pointer, value);
    return value;
  }

  #walk(pointer: string): unknown {
    if (!pointer.startsWith('/') || pointer.length > apiDocumentLimits.pointerCharacters) return undefined;
    let current = this.#root;
    for (const token of pointer.slice(1).split('/').map(decodeToken)) {
      if (isReference(current) && !Object.hasOwn(current, token)) current = this.#resolveOnce(current);
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, token)) return undefined;
      current = (current as Record<string, unknown>)[token];
    }
    return current;
  }

  /** A pointer through a reference is rare. One level of it is followed, so that no circle can be walked. */
  #resolveOnce({ $ref }: SchemaReference): unknown {
    const pointer = this.toPointer($ref);
    let current = pointer?.startsWith('/') ? this.#root : undefined;
    for (const token of (pointer ?? '').slice(1).split('/').map(decodeToken)) {
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, token)) return undefined;
      current = (current as Record<string, unknown>)[token];
    }
    return current;
  }

  #isOwn(place: string): boolean {
    return this.#ownUrl !== null && URL.parse(place, this.#ownUrl)?.href === this.#ownUrl;
  }
}

function withoutFragment(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = '';
  return parsed.href;
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decodeToken(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

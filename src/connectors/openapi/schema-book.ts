/**
 * Translates the schemas of a document. Nothing is dereferenced, because what a few references name can grow without
 * end: each schema that a reference names becomes a definition, is translated once, and is part (under `$defs`) of the
 * schema of every operation that needs it.
 *
 *   new ──translate──▶ open ──▶ done          a reference from an open one back to itself at the same value, such as
 *                                             `allOf: [{$ref: itself}]`, would check for ever: it is left out
 *
 * The translation accepts what the document accepts, and sometimes more: the API itself checks the rest. That is why
 * `oneOf` becomes `anyOf` (two branches may only differ in a pattern, which is left out), and `not` and `if` go.
 */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { isReference, type References, type SchemaReference } from './references.ts';
import { isNullable, type SchemaObject, translateAnnotations, translateAssertions } from './schema-keywords.ts';
import { cleanText, Unmappable } from './texts.ts';

export type DocumentSchema = SchemaObject | boolean;

/** What a reference names. */
export interface SchemaDefinition {
  readonly name: string;
  readonly pointer: string;
  state: 'new' | 'open' | 'done';
  /** The translated schema as JSON. */
  text: string;
  readonly uses: Set<SchemaDefinition>;
  /** How many schemas check the same value when this one does. */
  checks: number;
  /** Why it can not be used. */
  problem: string;
}

/** A schema that stands in a param or a body. */
interface InlineSchema {
  schema: DocumentSchema;
  uses: ReadonlySet<SchemaDefinition>;
  problem: string;
}

/** Where a schema stands. */
interface Place {
  /** Collects the definitions that are referred to. */
  uses: Set<SchemaDefinition>;
  /** The definition whose own value the schema checks; undefined below a property or an item. */
  within: SchemaDefinition | undefined;
  /** Names of properties that only replies have, which a neighbour in `allOf` may still require. */
  dropped: ReadonlySet<string>;
  /** Whether another schema extends this one by `allOf`. */
  isPart: boolean;
  depth: number;
}

const NOTHING: ReadonlySet<string> = new Set();

export class SchemaBook {
  readonly #references: References;
  /** Since 3.1 keywords beside a reference count. */
  readonly #readsBesideReferences: boolean;
  readonly #definitions = new Map<string, SchemaDefinition>();
  /** How often a name was wanted. */
  readonly #names = new Map<string, number>();
  /** Pointers of schemas that others extend by `allOf`. */
  readonly #extended: ReadonlySet<string>;
  readonly #readOnlyNames = new WeakMap<object, ReadonlySet<string>>();
  /** Params and bodies that many operations share are written in one place, and translated once. */
  readonly #inline = new WeakMap<object, InlineSchema>();
  #visits = 0;
  #characters = 0;

  constructor(document: object, references: References, format: string) {
    this.#references = references;
    this.#extended = findExtended(document);
    this.#readsBesideReferences = format === 'openapi-3.1';
  }

  /** Translates a schema that stands in an operation, and adds the definitions that it needs to `uses`. */
  translate(schema: unknown, uses: Set<SchemaDefinition>): DocumentSchema {
    const known = isObject(schema) ? this.#inline.get(schema) : undefined;
    const inline = known ?? this.#translateInline(schema);
    if (isObject(schema)) this.#inline.set(schema, inline);
    if (inline.problem !== '') throw new Unmappable(inline.problem);
    for (const use of inline.uses) uses.add(use);
    return inline.schema;
  }

  #translateInline(schema: unknown): InlineSchema {
    const uses = new Set<SchemaDefinition>();
    try {
      const place = { uses, within: undefined, dropped: NOTHING, isPart: false, depth: 0 };
      const translated = this.#translate(schema, place);
      const isLong = JSON.stringify(translated).length > apiDocumentLimits.schemaCharacters;
      return isLong ? { schema: true, uses, problem: tooLong().message } : { schema: translated, uses, problem: '' };
    } catch (error) {
      if (!(error instanceof Unmappable)) throw error;
      return { schema: true, uses, problem: error.message };
    }
  }

  /** Returns the schema as JSON with everything that it refers to, or throws when that is too much. */
  print(schema: SchemaObject, uses: ReadonlySet<SchemaDefinition>): string {
    const own = JSON.stringify(schema);
    const closure = this.#collect(uses, own.length);
    const definitions = closure.map(({ name, text }) => `${JSON.stringify(name)}:${text}`);
    const text = closure.length === 0 ? own : `${own.slice(0, -1)},"$defs":{${definitions.join(',')}}}`;
    this.#characters += text.length;
    this.requireRoom();
    return text;
  }

  /** Throws when the schemas of all operations are too long already, before more work is done for nothing. */
  requireRoom(): void {
    if (this.#characters <= apiDocumentLimits.totalSchemaCharacters) return;
    const most = apiDocumentLimits.totalSchemaCharacters.toLocaleString('en');
    throw new Unmappable(`The schemas of the operations before it have more than ${most} characters together`);
  }

  /** Lists all definitions that can be reached, breadth first. */
  #collect(uses: ReadonlySet<SchemaDefinition>, characters: number): SchemaDefinition[] {
    const closure = new Set(uses);
    let total = characters;
    for (const definition of closure) {
      if (++this.#visits > apiDocumentLimits.visitedDefinitions) {
        throw new Unmappable('The references of the operations before it are too many to follow more');
      }
      this.#complete(definition, 0);
      if (definition.problem !== '') throw new Unmappable(definition.problem);
      total += definition.text.length + definition.name.length;
      if (total > apiDocumentLimits.schemaCharacters) throw tooLong();
      for (const use of definition.uses) closure.add(use);
    }
    if (total > apiDocumentLimits.schemaCharacters) throw tooLong();
    return [...closure];
  }

  #complete(definition: SchemaDefinition, depth: number): void {
    if (definition.state !== 'new') return;
    definition.state = 'open';
    try {
      const schema = this.#references.find(definition.pointer);
      const isPart = this.#extended.has(definition.pointer);
      const place = { uses: definition.uses, within: definition, dropped: NOTHING, isPart, depth };
      definition.text = JSON.stringify(this.#translate(schema, place));
    } catch (error) {
      if (!(error instanceof Unmappable)) throw error;
      definition.problem = error.message;
    } finally {
      definition.state = 'done';
    }
  }

  #translate(schema: unknown, place: Place): DocumentSchema {
    if (place.depth > apiDocumentLimits.schemaDepth) throw new Unmappable('Its schema is nested too deeply');
    if (!isObject(schema)) return schema !== false;
    const translated = isReference(schema)
      ? this.#translateReference(schema, place)
      : this.#translateObject(schema, place);
    if (!isNullable(schema) || acceptsNull(translated)) return translated;
    return { anyOf: [translated, { type: 'null' }] };
  }

  #translateReference(schema: SchemaReference & SchemaObject, place: Place): DocumentSchema {
    const definition = this.#define(schema.$ref);
    // What is missing may be anything.
    if (!definition || !this.#check(definition, place)) return translateAnnotations(schema);
    place.uses.add(definition);
    const { $ref: _, ...beside } = schema;
    const more = this.#readsBesideReferences ? this.#translateObject(beside, place) : translateAnnotations(schema);
    return { $ref: `#/$defs/${definition.name}`, ...more };
  }

  /** Returns whether the definition may check the same value as the one that refers to it. */
  #check(definition: SchemaDefinition, { within, depth }: Place): boolean {
    if (!within) return true;
    if (definition.state === 'open') return false;
    this.#complete(definition, depth + 1);
    if (definition.problem !== '') throw new Unmappable(definition.problem);
    within.checks += definition.checks;
    if (within.checks > apiDocumentLimits.schemasPerValue) {
      throw new Unmappable('Its schema combines too many others');
    }
    return true;
  }

  #define(reference: string): SchemaDefinition | undefined {
    const pointer = this.#references.toPointer(reference);
    if (pointer === undefined) return undefined;
    const known = this.#definitions.get(pointer);
    if (known) return known;
    if (this.#references.find(pointer) === undefined) return undefined;
    const name = this.#chooseName(pointer);
    const definition: SchemaDefinition = {
      name,
      pointer,
      state: 'new',
      text: '',
      uses: new Set(),
      checks: 1,
      problem: '',
    };
    this.#definitions.set(pointer, definition);
    return definition;
  }

  #chooseName(pointer: string): string {
    const last = pointer.slice(pointer.lastIndexOf('/') + 1).slice(0, 100);
    const plain = last.replaceAll(/[^A-Za-z0-9_.-]+/g, '_') || 'schema';
    const count = (this.#names.get(plain) ?? 0) + 1;
    this.#names.set(plain, count);
    // A dollar occurs in no other name.
    return count === 1 ? plain : `${plain}$${count}`;
  }

  #translateObject(schema: SchemaObject, place: Place): SchemaObject {
    const dropped = this.#findDropped(schema, place.dropped);
    const members = this.#translateMembers(schema, { ...place, dropped, depth: place.depth + 1 });
    return {
      ...translateAssertions(schema),
      ...translateAnnotations(schema),
      ...members,
      ...this.#translateProperties(schema, { ...place, dropped, depth: place.depth + 1 }),
      ...this.#translateItems(schema, {
        ...place,
        within: undefined,
        dropped: NOTHING,
        isPart: false,
        depth: place.depth + 1,
      }),
    };
  }

  /** The schemas that check the same value. */
  #translateMembers(schema: SchemaObject, place: Place): SchemaObject {
    const all = this.#translateList(schema.allOf, { ...place, isPart: true }).filter(
      each => each !== true && !isEmpty(each),
    );
    const any = this.#translateList(schema.anyOf, { ...place, dropped: NOTHING });
    const one = this.#translateList(schema.oneOf, { ...place, dropped: NOTHING });
    // Both may stand side by side.
    if (any.length > 0 && one.length > 0) all.push({ anyOf: one });
    const choices = any.length > 0 ? any : one;
    return { ...(all.length > 0 && { allOf: all }), ...(choices.length > 0 && { anyOf: choices }) };
  }

  #translateList(schemas: unknown, place: Place): DocumentSchema[] {
    if (!Array.isArray(schemas)) return [];
    const seen = new Set<string>();
    return schemas
      .filter(schema => {
        // The same reference twice would only double the work, at each level of a value again.
        if (!isReference(schema)) return true;
        return seen.size < seen.add(schema.$ref).size;
      })
      .map(schema => this.#translate(schema, place));
  }

  #translateProperties(schema: SchemaObject, place: Place): SchemaObject {
    const below = { ...place, within: undefined, dropped: NOTHING, isPart: false };
    const required = Array.isArray(schema.required)
      ? schema.required.filter(name => typeof name === 'string' && !place.dropped.has(name)).map(cleanText)
      : [];
    const properties = isObject(schema.properties)
      ? Object.entries(schema.properties)
          .filter(([name, property]) => name !== '__proto__' && !this.#isReadOnly(property))
          // The check would find what every object inherits, such as `constructor`, and refuse it.
          .map(([name, property]) => [cleanText(name), name in Object.prototype || this.#translate(property, below)])
      : undefined;
    return {
      ...(properties && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required: [...new Set(required)] }),
      ...this.#translateAdditional(schema, below, place),
    };
  }

  #translateAdditional(schema: SchemaObject, below: Place, { dropped, isPart }: Place): SchemaObject {
    const { additionalProperties: additional } = schema;
    if (isObject(additional)) {
      return isObject(schema.patternProperties) ? {} : { additionalProperties: this.#translate(additional, below) };
    }
    // Somebody may send back what they got, with what only replies have; and the parts of `allOf` know nothing of each
    // other's properties, so that many documents forbid what they ask for.
    const isOpen = dropped.size > 0 || isPart || Array.isArray(schema.allOf) || isObject(schema.patternProperties);
    return additional === false && !isOpen ? { additionalProperties: false } : {};
  }

  #translateItems(schema: SchemaObject, below: Place): SchemaObject {
    const { items, prefixItems } = schema;
    const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
    return {
      ...(first.length > 0 && { prefixItems: first.map(each => this.#translate(each, below)) }),
      ...(isObject(items) && { items: this.#translate(items, below) }),
    };
  }

  /** Collects the properties that only replies have, in the schema and in those that it is made of. */
  #findDropped(schema: SchemaObject, known: ReadonlySet<string>): ReadonlySet<string> {
    const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.map(part => this.#peek(part)) : [])];
    const found = parts.map(part => this.#findReadOnly(part)).filter(({ size }) => size > 0);
    return found.length === 0 ? known : new Set([...known, ...found.flatMap(names => [...names])]);
  }

  #findReadOnly(schema: unknown): ReadonlySet<string> {
    if (!isObject(schema) || !isObject(schema.properties)) return NOTHING;
    const known = this.#readOnlyNames.get(schema);
    if (known) return known;
    const names = Object.entries(schema.properties)
      .filter(([, property]) => this.#isReadOnly(property))
      .map(([name]) => name);
    const found = new Set(names.slice(0, apiDocumentLimits.readOnlyProperties));
    this.#readOnlyNames.set(schema, found);
    return found;
  }

  #isReadOnly(property: unknown): boolean {
    const schema = this.#peek(property);
    if (!isObject(schema)) return false;
    if (schema.readOnly === true || (isObject(property) && property.readOnly === true)) return true;
    return Array.isArray(schema.allOf) && schema.allOf.some(part => isObject(part) && part.readOnly === true);
  }

  /** Returns what a reference names, one step far. */
  #peek(schema: unknown): unknown {
    if (!isReference(schema)) return schema;
    const pointer = this.#references.toPointer(schema.$ref);
    return pointer === undefined ? undefined : this.#references.find(pointer);
  }
}

function acceptsNull(schema: DocumentSchema): boolean {
  if (!isObject(schema)) return schema;
  const { type, allOf, anyOf } = schema;
  return allOf === undefined && anyOf === undefined && Array.isArray(type) && type.includes('null');
}

/** Lists the pointers that stand in an `allOf`, wherever it is. */
function findExtended(document: object): ReadonlySet<string> {
  const extended = new Set<string>();
  // No document has so many values that a part that aliases share could not be visited again.
  const stack = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const parts = 'allOf' in node && Array.isArray(node.allOf) ? node.allOf : [];
    for (const part of parts) {
      if (isReference(part) && part.$ref.startsWith('#')) extended.add(part.$ref.slice(1));
    }
    // With a million members, listing them first would take a second.
    for (const key in node) {
      const child = (node as Record<string, unknown>)[key];
      if (typeof child === 'object' && child !== null) stack.push(child);
    }
  }
  return extended;
}

function isEmpty(schema: DocumentSchema): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

function tooLong(): Unmappable {
  const most = apiDocumentLimits.schemaCharacters.toLocaleString('en');
  return new Unmappable(`Its schema has more than ${most} characters`);
}

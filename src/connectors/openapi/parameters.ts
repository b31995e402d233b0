/** The params of an operation: properties of its input, and how each is sent. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { PlannedParam } from './contract.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import type { DocumentSchema, SchemaBook, SchemaDefinition } from './schema-book.ts';
import { toShortText, Unmappable } from './texts.ts';

export interface MappedParam {
  plan: Omit<PlannedParam, 'property'>;
  schema: DocumentSchema;
  required: boolean;
}

type Place = PlannedParam['in'];
type Style = PlannedParam['style'];

const PLACES = new Set<unknown>(['path', 'query', 'header', 'cookie']);
const STYLES: Record<Place, readonly Style[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};
/** Headers that the specification leaves to other parts of the document, or that belong to the connection. */
const LEFT_OUT = new Set(
  'accept content-type authorization host content-length connection transfer-encoding te trailer upgrade expect keep-alive'.split(
    ' ',
  ),
);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

interface Sources {
  references: References;
  book: SchemaBook;
}

/** Maps the params of a path and of its operation, which replace those of the path. */
export function mapParameters(
  parameters: readonly unknown[],
  path: string,
  { references, book }: Sources,
  uses: Set<SchemaDefinition>,
): MappedParam[] {
  if (parameters.length > apiDocumentLimits.parameters) {
    throw new Unmappable(`It has more than ${apiDocumentLimits.parameters} params`);
  }
  const inPath = listPathParams(path);
  const mapped = new Map<string, MappedParam>();
  for (const parameter of parameters) {
    const param = mapParameter(references.resolve(parameter), references, schema => book.translate(schema, uses));
    const { name, in: place } = param.plan;
    const isSent = place === 'path' ? inPath.includes(name) : place !== 'header' || !LEFT_OUT.has(name.toLowerCase());
    if (isSent) mapped.set(`${place} ${place === 'header' ? name.toLowerCase() : name}`, param);
  }
  // Documents often forget to declare what stands in the path.
  for (const name of inPath) {
    if (mapped.has(`path ${name}`)) continue;
    const plan = { name, in: 'path', style: 'simple', explode: false } as const;
    mapped.set(`path ${name}`, { plan, schema: { type: 'string' }, required: true });
  }
  return [...mapped.values()];
}

export function listPathParams(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name))];
}

function mapParameter(
  parameter: unknown,
  references: References,
  translate: (schema: unknown) => DocumentSchema,
): MappedParam {
  if (!isObject(parameter) || !isPlace(parameter.in)) throw unreadable();
  const name = readName(parameter.name, parameter.in);
  const place = parameter.in;
  const { schema, isJson } = readSchema(parameter, references);
  const style = isJson ? 'json' : readStyle(parameter.style, place);
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  const translated = describe(translate(schema), parameter);
  return {
    plan: { name, in: place, style, explode },
    schema: translated,
    required: place === 'path' || parameter.required === true,
  };
}

function isPlace(place: unknown): place is Place {
  return PLACES.has(place);
}

function readName(name: unknown, place: Place): string {
  const isName =
    typeof name === 'string' &&
    name !== '' &&
    name !== '__proto__' &&
    name.length <= apiDocumentLimits.parameterCharacters &&
    !/\p{Cc}|\p{Cs}/u.test(name) &&
    (place !== 'header' || HEADER_NAME.test(name));
  if (!isName) throw unreadable();
  return name;
}

/** A param has a schema, or a content of one media type; then it is sent as JSON, or as the text that it is. */
function readSchema(parameter: DocumentObject, references: References): { schema: unknown; isJson: boolean } {
  if (parameter.schema !== undefined || !isObject(parameter.content)) {
    return { schema: parameter.schema ?? {}, isJson: false };
  }
  const [[mediaType, content] = ['', {}]] = Object.entries(parameter.content);
  const resolved = references.resolve(content);
  const isJson = /\bjson\b/i.test(mediaType.slice(0, 200));
  return { schema: isJson && isObject(resolved) ? (resolved.schema ?? {}) : { type: 'string' }, isJson };
}

function readStyle(style: unknown, place: Place): Style {
  const styles = STYLES[place];
  return styles.find(each => each === style) ?? styles[0] ?? 'simple';
}

/** The description of a param stands beside its schema. */
function describe(schema: DocumentSchema, parameter: DocumentObject): DocumentSchema {
  const description = toShortText(parameter.description, apiDocumentLimits.fieldDescriptionCharacters);
  const plain = typeof schema === 'boolean' ? {} : schema;
  return {
    ...plain,
    ...(description !== '' && { description }),
    ...(parameter.deprecated === true && { deprecated: true }),
  };
}

function unreadable(): Unmappable {
  return new Unmappable('It has a param that can not be read');
}

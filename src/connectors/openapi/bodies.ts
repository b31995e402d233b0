/** The body of a request. Of several media types the one is taken that says most: JSON, then forms, text and bytes. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { FieldStyle, PlannedBody } from './contract.ts';
import { peek, viewObject } from './object-view.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import type { DocumentSchema, SchemaBook, SchemaDefinition } from './schema-book.ts';
import { cleanText, toShortText, Unmappable } from './texts.ts';

export const BODY_PROPERTY = 'body';

export interface MappedBody {
  plan: PlannedBody;
  schema: DocumentSchema;
}

interface MediaType {
  contentType: string;
  kind: PlannedBody['kind'];
  media: DocumentObject;
}

interface Sources {
  references: References;
  book: SchemaBook;
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+*-]+\/[a-z0-9!#$&^_.+*-]+(?:\s*;\s*[a-z0-9-]+=[^\p{Cc}]{1,100})?$/iu;
const TEXT = /^text\/|[/+]xml\b|yaml\b|ndjson\b|json-seq\b|javascript\b|graphql\b|csv\b/;

export function mapBody(
  requestBody: unknown,
  { references, book }: Sources,
  uses: Set<SchemaDefinition>,
): MappedBody | null {
  if (requestBody === undefined || requestBody === null) return null;
  const body = references.resolve(requestBody);
  if (!isObject(body)) throw new Unmappable('It has a body that can not be read');
  const chosen = chooseMediaType(body.content, references);
  if (!chosen) return null;
  const { contentType, kind, media } = chosen;
  const plan = { property: BODY_PROPERTY, kind, contentType, required: body.required === true, fileFields: [] };
  const description = toShortText(body.description, apiDocumentLimits.fieldDescriptionCharacters);
  const described = (schema: SchemaRecord) => ({ ...(description !== '' && { description }), ...schema });
  switch (kind) {
    case 'json': {
      const schema = book.translate(media.schema ?? {}, uses);
      return { plan, schema: typeof schema === 'boolean' ? described({}) : described(schema) };
    }
    case 'text':
      return { plan, schema: described({ type: 'string' }) };
    case 'bytes':
      return { plan, schema: toFileSchema(body.description) };
    case 'form':
    case 'multipart': {
      const form = mapForm(media, kind, { references, book }, uses);
      return { plan: { ...plan, ...form.plan }, schema: described(form.schema) };
    }
  }
}

type SchemaRecord = Record<string, unknown>;

function chooseMediaType(content: unknown, references: References): MediaType | undefined {
  if (!isObject(content)) return undefined;
  const types = Object.entries(content)
    .slice(0, 50)
    .map(([name, media]) => readMediaType(name, references.resolve(media ?? {}), references));
  const order: readonly PlannedBody['kind'][] = ['json', 'multipart', 'form', 'text', 'bytes'];
  const sorted = types.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const hasFiles = ({ media }: MediaType) => [...listFields(media.schema, references)].some(([, file]) => file);
  // Without files a form needs fewer bytes, and more servers read it.
  const form = sorted.find(({ kind }) => kind === 'form');
  const [best] = sorted;
  return best?.kind === 'multipart' && form && !hasFiles(best) ? form : best;
}

function readMediaType(name: string, media: unknown, references: References): MediaType {
  const schema = isObject(media) ? media : {};
  const plain = name.slice(0, 300).toLowerCase().trim();
  const contentType = MEDIA_TYPE.test(plain) ? cleanText(name.slice(0, 300).trim()) : 'application/octet-stream';
  return {
    contentType: toExact(contentType, schema, references),
    kind: toKind(plain, schema, references),
    media: schema,
  };
}

function toKind(name: string, media: DocumentObject, references: References): PlannedBody['kind'] {
  if (/[/+]json\b/.test(name) && !/json-seq|ndjson/.test(name)) return 'json';
  if (name.startsWith('multipart/')) return 'multipart';
  if (name.startsWith('application/x-www-form-urlencoded')) return 'form';
  if (TEXT.test(name)) return 'text';
  return name.includes('*') && isStructured(media.schema, references) ? 'json' : 'bytes';
}

/** A media type with a star is a promise to take several; one of them is sent. */
function toExact(contentType: string, media: DocumentObject, references: References): string {
  if (!contentType.includes('*')) return contentType;
  if (contentType.startsWith('text/')) return 'text/plain';
  return isStructured(media.schema, references) ? 'application/json' : 'application/octet-stream';
}

function isStructured(schema: unknown, references: References): boolean {
  const seen = peek(schema, references);
  return isObject(seen) && seen.type !== 'string' && Object.keys(seen).length > 0;
}

function mapForm(
  media: DocumentObject,
  kind: 'form' | 'multipart',
  { references, book }: Sources,
  uses: Set<SchemaDefinition>,
): { plan: Pick<PlannedBody, 'fileFields' | 'fieldStyles'>; schema: SchemaRecord } {
  const view = viewObject(media.schema, references);
  if (!view) return { plan: { fileFields: [] }, schema: { type: 'object' } };
  const fileFields: string[] = [];
  const properties = listFields(media.schema, references).flatMap(([name, file, property]) => {
    const seen = peek(property, references);
    if (isObject(seen) && seen.readOnly === true) return [];
    if (kind === 'form' || !file) return [[cleanText(name), book.translate(property, uses)]];
    fileFields.push(cleanText(name));
    const one = toFileSchema(isObject(seen) ? seen.description : '');
    return [[cleanText(name), file === 'one' ? one : { type: 'array', items: one }]];
  });
  const schema = Object.fromEntries(properties);
  const required = [...view.required].map(cleanText).filter(name => Object.hasOwn(schema, name));
  return {
    plan: { fileFields, ...readFieldStyles(media.encoding) },
    schema: { type: 'object', properties: schema, ...(required.length > 0 && { required }) },
  };
}

/** Lists the fields of a form: name, whether it is a file or several, and schema. */
function listFields(schema: unknown, references: References): [string, 'one' | 'many' | false, unknown][] {
  const view = viewObject(schema, references);
  return [...(view?.properties ?? [])].map(([name, property]) => {
    const seen = peek(property, references);
    if (isFile(seen)) return [name, 'one', property];
    const isList = isObject(seen) && seen.type === 'array' && isFile(peek(seen.items, references));
    return [name, isList ? 'many' : false, property];
  });
}

function isFile(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (schema.type === 'file') return true;
  const isText = schema.type === undefined || [schema.type].flat().includes('string');
  if (!isText) return false;
  return schema.format === 'binary' || (schema.contentEncoding === undefined && isBytes(schema.contentMediaType));
}

function isBytes(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && !/^text\/|json|xml/i.test(mediaType);
}

/** The same words as the tools of this service use for files. */
function toFileSchema(description: unknown): SchemaRecord {
  const text = toShortText(description, apiDocumentLimits.fieldDescriptionCharacters);
  return {
    type: ['string', 'object'],
    title: 'File',
    description: `${text} An attachment, or the id of a file.`.trim(),
  };
}

const FIELD_STYLES: readonly FieldStyle['style'][] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

function readFieldStyles(encoding: unknown): Pick<PlannedBody, 'fieldStyles'> {
  if (!isObject(encoding)) return {};
  const styles = Object.entries(encoding)
    .slice(0, apiDocumentLimits.properties)
    .flatMap(([name, field]) => {
      if (name === '__proto__' || !isObject(field)) return [];
      if (typeof field.contentType === 'string' && /\bjson\b/i.test(field.contentType.slice(0, 200))) {
        return [[cleanText(name), { style: 'json', explode: false } satisfies FieldStyle] as const];
      }
      const style = FIELD_STYLES.find(each => each === field.style) ?? 'form';
      const explode = typeof field.explode === 'boolean' ? field.explode : style === 'form';
      return style === 'form' && explode ? [] : [[cleanText(name), { style, explode } satisfies FieldStyle] as const];
    });
  return styles.length > 0 ? { fieldStyles: Object.fromEntries(styles) } : {};
}

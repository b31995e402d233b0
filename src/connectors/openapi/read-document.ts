/**
 * Turns the text of a document, JSON or YAML, into an object. Whoever wrote it may want to do harm: nesting, values and
 * aliases are counted before anything walks through them, and a document that contains itself is refused.
 */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { isObject } from '../../platform/is-object.ts';
import { JsonLimitExceeded, JsonScanner } from '../../platform/json/scan.ts';
import { BadInput } from '../../tools/contract/bad-input.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { toLine } from './texts.ts';

export type DocumentObject = Record<string, unknown>;

export function readOpenApiDocument(content: string | Uint8Array): DocumentObject {
  const text = toDocumentText(content);
  if (text.trim() === '') throw new BadInput('The document is empty');
  const document = parse(text);
  if (!isObject(document)) throw new BadInput('The document is no API description: it must be an object');
  return document;
}

function toDocumentText(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  if (bytes > apiDocumentLimits.bytes) {
    throw new BadInput(`The document must have at most ${apiDocumentLimits.bytes.toLocaleString('en')} bytes`);
  }
  const text = typeof content === 'string' ? content : decode(content);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** UTF-8 unless the first bytes say otherwise: a byte order mark, or every second byte zero, as in `{` of UTF-16. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return parseYaml(text);
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    try {
      // YAML may begin with a brace too, and forgives commas and comments.
      return parseYaml(text);
    } catch {
      throw new BadInput(`The document is no valid JSON: ${toLine(error.message, 200)}`);
    }
  }
}

function parseJson(text: string): unknown {
  const { depth, values } = apiDocumentLimits;
  try {
    new JsonScanner({ limits: { depth, values, keys: values } }).push(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof JsonLimitExceeded)) throw error;
    throw error.limit === 'depth' ? tooDeep() : tooManyValues();
  }
  return JSON.parse(text);
}

function parseYaml(text: string): unknown {
  try {
    const document = load(text, {
      schema: CORE_SCHEMA.withTags(mergeTag),
      // The last of two equal keys wins, as in JSON.
      json: true,
      maxDepth: apiDocumentLimits.depth,
      maxAliases: apiDocumentLimits.aliases,
    });
    if (isObject(document)) checkSize(document);
    return document;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? ` (line ${error.mark.line + 1})` : '';
    throw new BadInput(`The document is no valid YAML: ${toLine(error.reason, 200)}${line}`);
  }
}

/**
 * Counts the values as if each alias was written out, and finds circles. Each object is visited once, and without
 * recursion, so that this takes no longer than parsing.
 */
function checkSize(root: object): void {
  const sizes = new Map<object, { values: number; depth: number }>();
  const open = new Set<object>();
  const stack: { node: object; children: unknown[]; next: number; values: number; depth: number }[] = [];
  const enter = (node: object) => {
    if (open.has(node)) throw new BadInput('The document contains itself: an alias leads back to where it stands');
    open.add(node);
    stack.push({ node, children: Object.values(node), next: 0, values: 1, depth: 1 });
  };
  enter(root);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const child = frame.children[frame.next++];
    if (frame.next > frame.children.length) {
      stack.pop();
      open.delete(frame.node);
      const size = { values: frame.values, depth: frame.depth };
      sizes.set(frame.node, size);
      const parent = stack.at(-1);
      if (parent) add(parent, size);
    } else if (typeof child !== 'object' || child === null) {
      add(frame, { values: 1, depth: 0 });
    } else {
      const known = sizes.get(child);
      if (known) add(frame, known);
      else enter(child);
    }
  }
}

function add(frame: { values: number; depth: number }, child: { values: number; depth: number }): void {
  frame.values += child.values;
  frame.depth = Math.max(frame.depth, child.depth + 1);
  if (frame.values > apiDocumentLimits.values) throw tooManyValues();
  if (frame.depth > apiDocumentLimits.depth) throw tooDeep();
}

function tooDeep(): BadInput {
  return new BadInput(`The document is nested too deeply: at most ${apiDocumentLimits.depth} levels are read`);
}

function tooManyValues(): BadInput {
  const most = apiDocumentLimits.values.toLocaleString('en');
  return new BadInput(`The document is too large: it has more than ${most} values, with aliases written out`);
}

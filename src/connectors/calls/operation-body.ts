/** Builds the body of a call: JSON, a form, a form with files, or the bytes of a file. */
import { fixedLimits } from '../../configuration/limits.ts';
import { toJsonBody } from '../../nodes/http-sending.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import type { ToolContext } from '../../tools/contract/tool.ts';
import { formatSize, toTransferable } from '../../tools/contract/tool-files.ts';
import type { PlannedBody } from '../openapi/contract.ts';
import { isGiven } from './operation-url.ts';
import { percentEncode, toParamText, toQueryParts } from './param-styles.ts';

export interface Payload {
  bytes: Uint8Array;
  contentType: string;
}

type BodyContext = Pick<ToolContext, 'files' | 'signal'>;

export async function buildOperationBody(
  planned: PlannedBody,
  params: Readonly<Record<string, unknown>>,
  context: BodyContext,
): Promise<Payload | undefined> {
  const body = params[planned.property];
  if (!isGiven(body)) {
    if (planned.required) throw new StepError(`'${planned.property}' is required`);
    return undefined;
  }
  const { contentType } = planned;
  switch (planned.kind) {
    case 'json':
      return { bytes: Buffer.from(await toJsonBody(body, context.signal)), contentType };
    case 'text':
      return { bytes: Buffer.from(toParamText(body)), contentType };
    case 'form':
      return { bytes: Buffer.from(toForm(requireFields(body, planned), planned)), contentType };
    case 'multipart':
      return toMultipart(requireFields(body, planned), planned, context);
    case 'bytes':
      return toBytes(body, planned, context);
  }
}

function requireFields(body: unknown, { property }: PlannedBody): Record<string, unknown> {
  if (!isObject(body)) throw new StepError(`'${property}' must be an object`);
  return body;
}

/** Without a style of their own, lists repeat their name, and objects are JSON. */
function toForm(fields: Record<string, unknown>, { fieldStyles = {} }: PlannedBody): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (!isGiven(value)) return [];
    const style = Object.hasOwn(fieldStyles, name) ? fieldStyles[name] : undefined;
    if (style) return toQueryParts({ name, ...style }, value);
    return [value].flat().map(each => `${percentEncode(name)}=${percentEncode(toParamText(each))}`);
  });
  return parts.join('&');
}

async function toMultipart(
  fields: Record<string, unknown>,
  { fileFields }: PlannedBody,
  context: BodyContext,
): Promise<Payload> {
  const form = new FormData();
  const budget = createBudget();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat().filter(isGiven)) {
      if (!fileFields.includes(name)) {
        form.append(name, toParamText(each).toWellFormed());
        continue;
      }
      const { attachment, content } = await context.files.read(each);
      budget.add(content.byteLength);
      form.append(name, new Blob([toTransferable(content)], { type: attachment.content_type }), attachment.filename);
    }
  }
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
  };
}

async function toBytes(body: unknown, { contentType }: PlannedBody, { files }: BodyContext): Promise<Payload> {
  const { attachment, content } = await files.read(body);
  createBudget().add(content.byteLength);
  // A document that accepts anything leaves it to the file to say what it is.
  const isOpen = contentType.includes('*') || contentType === 'application/octet-stream';
  return { bytes: content, contentType: isOpen ? attachment.content_type : contentType };
}

function createBudget() {
  let left: number = fixedLimits.connector.sentBytes;
  return {
    add(bytes: number) {
      left -= bytes;
      if (left < 0) {
        throw new StepError(`The files are larger than ${formatSize(fixedLimits.connector.sentBytes)} together`);
      }
    },
  };
}

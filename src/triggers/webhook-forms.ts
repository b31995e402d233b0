/** Reads the web form in the body of a webhook call, for triggers that ask for its fields. */
import { validationError } from '../errors.ts';
import { textProblem } from '../http/json-body.ts';

/** The specification passes forms on as texts, so that only triggers with `forms` read them. */
export function isForm(contentType = ''): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/**
 * Returns the fields by name: texts, lists where a name stands there more than once, and files in the form in which they
 * can also be sent in JSON. A body that is read as a whole is short, and so are the files in it.
 */
export async function readFormFields(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of await parseForm(bytes, contentType)) {
    const problem = name === '__proto__' ? "'__proto__' is not allowed" : textProblem(name);
    if (problem) throw validationError('body', problem);
    // A browser sends an empty file for a field that was left empty.
    if (typeof value !== 'string' && value.size === 0 && value.name === '') continue;
    fields.set(name, [...(fields.get(name) ?? []), await readValue(name, value)]);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw validationError('body', 'is not a whole form');
  }
}

async function readValue(name: string, value: string | File): Promise<unknown> {
  if (typeof value !== 'string') {
    const data = Buffer.from(await value.arrayBuffer()).toString('base64');
    return { filename: value.name, content_type: value.type, data };
  }
  const problem = textProblem(value);
  if (problem) throw validationError(['body', name], problem).at(name);
  return value;
}

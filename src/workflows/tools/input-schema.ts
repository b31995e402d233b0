/**
 * Converts the schema of a manual trigger to the schema of a tool. Authors may write any JSON there, but clients reject a
 * whole list for one malformed tool. Therefore the result always meets the requirements of MCP.
 */
import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server';
import { isFileField } from '../../files/input-files.ts';
import { isObject } from '../../platform/is-object.ts';

export type ToolInputSchema = Tool['inputSchema'];

const FILE_FORMS =
  'A file: {"file_id": "<id>"} of a file that the user has stored, or the file itself as ' +
  '{"filename": "<name>", "mime_type": "<type>", "data": "<base64>"}.';

export function toolInputSchema(value: JSONValue | undefined): ToolInputSchema {
  return toObjectSchema(value, withFileForms);
}

/** Does the same for the schema of another service's tool, which takes files only by their ids. */
export function foreignInputSchema(value: JSONValue | undefined): ToolInputSchema {
  return toObjectSchema(value, property => property);
}

function toObjectSchema(
  value: JSONValue | undefined,
  toProperty: (property: JSONObject) => JSONObject,
): ToolInputSchema {
  if (!isObject(value)) return { type: 'object' };
  const { properties, required, $schema, ...others } = value;
  return {
    ...others,
    ...(typeof $schema === 'string' && { $schema }),
    type: 'object',
    ...(isObject(properties) && { properties: schemaProperties(properties, toProperty) }),
    ...(Array.isArray(required) && { required: required.filter(key => typeof key === 'string') }),
  };
}

function schemaProperties(value: JSONObject, toProperty: (property: JSONObject) => JSONObject): JSONObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, property]) => {
      // A property without a valid schema may have any value.
      if (!isObject(property)) return [key, property !== false];
      return [key, toProperty(property)];
    }),
  );
}

function withFileForms(property: JSONObject): JSONObject {
  return isFileField(property) ? { ...property, description: fileDescription(property) } : property;
}

function fileDescription({ description }: JSONObject): string {
  return typeof description === 'string' && description !== '' ? `${description}\n\n${FILE_FORMS}` : FILE_FORMS;
}

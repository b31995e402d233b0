/**
 * The schema of a manual trigger as the schema of a tool. Pure. An author may write any JSON there, and clients refuse
 * a whole list for one tool that is not well-formed: so what MCP asks of a schema is made to hold.
 */
import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server';
import { isObject } from '../engine/definition.ts';
import { isFileField } from '../files/input-files.ts';

export type ToolInputSchema = Tool['inputSchema'];

const FILE_FORMS =
  'A file: {"file_id": "<id>"} of a file that the user has stored, or the file itself as ' +
  '{"filename": "<name>", "mime_type": "<type>", "data": "<base64>"}.';

export function toolInputSchema(given: JSONValue | undefined): ToolInputSchema {
  if (!isObject(given)) return { type: 'object' };
  const { properties, required, $schema, ...others } = given;
  return {
    ...others,
    ...(typeof $schema === 'string' && { $schema }),
    type: 'object',
    ...(isObject(properties) && { properties: propertiesOf(properties) }),
    ...(Array.isArray(required) && { required: required.filter(key => typeof key === 'string') }),
  };
}

function propertiesOf(given: JSONObject): JSONObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, property]) => {
      // What is no schema says nothing of its property.
      if (!isObject(property)) return [key, property !== false];
      return [key, isFileField(property) ? { ...property, description: fileDescription(property) } : property];
    }),
  );
}

function fileDescription({ description }: JSONObject): string {
  return typeof description === 'string' && description !== '' ? `${description}\n\n${FILE_FORMS}` : FILE_FORMS;
}

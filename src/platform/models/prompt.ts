/** Converts requests to models into the types of the AI library. */
import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { isObject } from '../is-object.ts';
import type { ModelFile, ModelMessage, ModelRequest, ModelTool, ToolCall, ToolResult } from './model.ts';

type ProviderOptions = NonNullable<LanguageModelV4CallOptions['providerOptions']>;
export type AnswerFormat = LanguageModelV4CallOptions['responseFormat'];

/**
 * Lists the formats to try, from the strictest to none: not every endpoint supports the first one, and not every schema
 * is suitable for it. The instructions contain the schema in any case.
 */
export function answerFormats({ answerSchema }: ModelRequest): AnswerFormat[] {
  if (!answerSchema) return [undefined];
  return [{ type: 'json', schema: answerSchema as JSONSchema7, name: 'answer' }, { type: 'json' }, undefined];
}

export function toCallOptions(request: ModelRequest, responseFormat: AnswerFormat): LanguageModelV4CallOptions {
  const { tools = [], answerSchema } = request;
  const strictJsonSchema = answerSchema !== undefined && supportsStrictMode(answerSchema);
  return {
    prompt: toPrompt(request),
    ...(tools.length > 0 && { tools: tools.map(toTool), toolChoice: { type: 'auto' } }),
    ...(responseFormat && { responseFormat }),
    ...(answerSchema && { providerOptions: { openai: { strictJsonSchema }, openaiCompatible: { strictJsonSchema } } }),
  };
}

/** Counts four characters as one token, for endpoints that report no tokens. */
export function estimateInputTokens(request: ModelRequest): number {
  const { messages, tools = [] } = request;
  const contents = messages.map(message => {
    if (message.role === 'user') return message.text;
    return message.role === 'assistant' ? [message.text, message.calls] : message.results;
  });
  return estimateTokens(buildInstructions(request) + JSON.stringify([contents, tools]));
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function toPrompt(request: ModelRequest): LanguageModelV4Message[] {
  const instructions = buildInstructions(request);
  const messages = request.messages.map(toMessage).filter(({ content }) => content.length > 0);
  return instructions === '' ? messages : [{ role: 'system', content: instructions }, ...messages];
}

function buildInstructions({ instructions, answerSchema, tools = [] }: ModelRequest): string {
  if (!answerSchema) return instructions;
  const answer = tools.length > 0 ? 'Your final answer' : 'Your answer';
  const rule = `${answer} must be JSON alone, without any text around it, that fits this JSON Schema:`;
  return `${instructions}\n\n${rule}\n${JSON.stringify(answerSchema)}`.trimStart();
}

function toMessage(message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user': {
      const { text, files } = message;
      const texts = text === '' && files.length > 0 ? [] : [{ type: 'text' as const, text }];
      return { role: 'user', content: [...texts, ...files.map(toFilePart)] };
    }
    case 'assistant': {
      const texts = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }];
      return { role: 'assistant', content: [...texts, ...message.calls.map(toCallPart)] };
    }
    case 'tool':
      return { role: 'tool', content: message.results.map(toResultPart) };
  }
}

function toFilePart({ filename, contentType, content }: ModelFile) {
  const [mediaType = ''] = contentType.split(';');
  return {
    type: 'file' as const,
    filename,
    mediaType: mediaType.trim(),
    data: { type: 'data' as const, data: content },
  };
}

function toCallPart({ id, name, input, provider }: ToolCall) {
  return {
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    // Providers accept only objects, and the model should see what it wrote.
    input: isObject(input) ? input : { unreadable_input: input },
    ...(isProviderOptions(provider) && { providerOptions: provider }),
  };
}

function toResultPart({ callId, name, text, failed }: ToolResult) {
  const output = { type: failed ? ('error-text' as const) : ('text' as const), value: text };
  return { type: 'tool-result' as const, toolCallId: callId, toolName: name, output };
}

function toTool({ name, description, inputSchema }: ModelTool) {
  return { type: 'function' as const, name, description, inputSchema: inputSchema as JSONSchema7 };
}

function isProviderOptions(value: unknown): value is ProviderOptions {
  return isObject(value) && Object.values(value).every(isObject);
}

/**
 * Whether every object allows only its own fields and requires all of them: only such schemas can be enforced strictly.
 */
function supportsStrictMode(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(supportsStrictMode);
  if (!isObject(schema)) return true;
  const { properties, required, additionalProperties } = schema;
  if (isObject(properties) || schema.type === 'object') {
    const names = Object.keys(isObject(properties) ? properties : {});
    const requiredNames: unknown[] = Array.isArray(required) ? required : [];
    if (additionalProperties !== false || !names.every(name => requiredNames.includes(name))) return false;
  }
  return Object.values(schema).every(supportsStrictMode);
}

/** Jinja in a sandbox. Other folders import only this file of the template engine. */
export {
  type Context,
  compileExpression,
  compileTemplate,
  type EvaluateOptions,
  isTruthy,
  type Template,
} from './compile.ts';
export type { Reference } from './syntax/references.ts';
export { createTemplateCache, type TemplateCache } from './template-cache.ts';
export { TemplateError, TemplateTimeout } from './template-error.ts';
export { NAMED_ENTITIES } from './values/html-entities.ts';
export { type ExplainMissing, UNDEFINED_BELOW } from './values/values.ts';

import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params as NodeParams } from '../../engine/definition.ts';
import type { ParamMessage } from '../../engine/node-rules.ts';
import type { NodeType } from '../node.ts';
import { attachment } from '../output-schemas.ts';
import { freeObject, strict } from '../param-schemas.ts';
import { widget } from '../widgets.ts';
import { CONDITION_SCOPES, CONDITION_TEXTS, whenParam } from './flow-params.ts';

/** What a person sees after the form was sent. */
export const FORM_RESULTS = ['message', 'redirect', 'run'] as const;
export type FormResult = (typeof FORM_RESULTS)[number];

const { nameCharacters, descriptionCharacters, urlCharacters } = fixedLimits;

const Params = Type.Object(
  {
    title: Type.String({
      title: 'Title',
      description: 'Heading of the page.',
      minLength: 1,
      maxLength: nameCharacters,
    }),
    description: Type.Optional(
      Type.String({
        title: 'Description',
        description: 'What the form is for, in Markdown.',
        maxLength: descriptionCharacters,
        ...widget('long-text'),
      }),
    ),
    form_schema: freeObject(
      'Form',
      'JSON Schema {type: object, properties, required} with fields of type string, number, integer or boolean, or ' +
        'files {type: object, format: file}.',
    ),
    submit_label: Type.Optional(
      Type.String({
        title: 'Label of the button',
        description: 'What stands on the button that sends the form.',
        minLength: 1,
        maxLength: 100,
        default: 'Send',
      }),
    ),
    result: Type.Optional(
      Type.Unsafe<FormResult>(
        Type.Enum([...FORM_RESULTS], {
          type: 'string',
          title: 'After sending',
          description:
            'What people see when the form was sent: the message, another page, or the output of the run if it ends ' +
            'within a minute.',
          default: 'message',
        }),
      ),
    ),
    message: Type.Optional(
      Type.String({
        title: 'Message',
        description: 'Thanks people for what they sent, in Markdown. With the result run, it stands above the output.',
        maxLength: descriptionCharacters,
        ...widget('long-text'),
      }),
    ),
    redirect_url: Type.Optional(
      Type.String({
        title: 'Redirect to',
        description: 'Address of the page that follows, which begins with https://.',
        pattern: '^https://[^\\s"\'<>\\\\/?#]+([/?#]\\S*)?$',
        maxLength: urlCharacters,
      }),
    ),
    embed: Type.Optional(
      Type.Array(
        Type.String({
          description: 'Origin such as https://www.example.org or https://*.example.org.',
          // A star stands for names below a domain, never for all domains of a country.
          pattern: '^https?://(\\*\\.(?=[^.:]+\\.))?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$',
          maxLength: 300,
        }),
        {
          title: 'Embedded by',
          description: 'Origins of the pages that may show the form in a frame. Without any, no page may.',
          maxItems: 20,
          uniqueItems: true,
        },
      ),
    ),
    ...whenParam,
  },
  strict,
);

export const formTrigger: NodeType<'trigger.form'> = {
  type: 'trigger.form',
  title: 'Form',
  description:
    'Starts the published workflow when somebody sends the form on its public page. Output: {values, files, ' +
    'submitted_at, submission_id, query}; values has the answers by field, and files the attachments if there are any.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({
    values: Type.Record(Type.String(), Type.Unknown()),
    files: Type.Optional(Type.Array(attachment)),
    submitted_at: Type.Unknown(),
    submission_id: Type.String(),
    query: Type.Record(Type.String(), Type.Unknown()),
  }),
  // The page is shown before there is a run that could render a template.
  texts: {
    title: 'literal',
    description: 'literal',
    form_schema: 'form schema',
    submit_label: 'literal',
    result: 'literal',
    message: 'literal',
    redirect_url: 'literal',
    embed: 'literal',
    ...CONDITION_TEXTS,
  },
  scopes: CONDITION_SCOPES,
  execution: { kind: 'input' },
  problems: findProblems,
};

function findProblems({ result = 'message', redirect_url, message, form_schema }: NodeParams): ParamMessage[] {
  const problems: ParamMessage[] = [];
  const add = (message: string, param: string) => problems.push({ message, param });
  if (result === 'redirect' && redirect_url === undefined) {
    add("'redirect_url' is required with the result redirect", 'redirect_url');
  }
  if (result !== 'redirect' && redirect_url !== undefined) {
    add("'redirect_url' needs the result redirect", 'redirect_url');
  }
  if (result === 'redirect' && message !== undefined) add("'message' has no place with the result redirect", 'message');
  const fields = fieldNames(form_schema).length;
  if (fields > fixedLimits.form.fields) {
    add(`'form_schema' has ${fields} fields, and at most ${fixedLimits.form.fields} are allowed`, 'form_schema');
  }
  const reserved = fieldNames(form_schema).find(name => name.startsWith(RESERVED_PREFIX));
  if (reserved !== undefined) {
    add(`'form_schema' has the field '${reserved}': names with '${RESERVED_PREFIX}' are the page's own`, 'form_schema');
  }
  return problems;
}

/** The fields of the page that are not part of the form have such names. */
export const RESERVED_PREFIX = '_heddle';

function fieldNames(schema: unknown): string[] {
  const properties = Object(Object(schema).properties);
  return Object.keys(properties);
}

import Type, { type Static } from 'typebox';
import { actionParams, anyValue, type FileParam, freeObject, strict, timeoutSeconds } from './param-schemas.ts';
import { widget } from './widgets.ts';

export const DEFAULT_TIMEOUT_SECONDS = 30;

type QueryValue = string | number | boolean | null;

export const HttpRequestParams = Type.Object(
  {
    url: Type.String({
      title: 'URL',
      description: 'A public address that begins with http:// or https://.',
      minLength: 1,
      pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?://',
    }),
    method: Type.Optional(
      Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], {
        type: 'string',
        title: 'Method',
        description: 'HTTP method.',
        default: 'GET',
      }),
    ),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>(
        Type.Object(
          {},
          {
            title: 'Headers',
            description: 'Request headers by name.',
            additionalProperties: { type: ['string', 'number', 'boolean'] },
          },
        ),
      ),
    ),
    query: Type.Optional(
      Type.Unsafe<Record<string, QueryValue | QueryValue[]>>(
        Type.Object(
          {},
          {
            title: 'Query',
            description:
              'Query parameters by name, added to those of the URL. A list repeats its parameter, and null leaves it out.',
            additionalProperties: {
              type: ['string', 'number', 'boolean', 'null', 'array'],
              items: { type: ['string', 'number', 'boolean', 'null'] },
            },
          },
        ),
      ),
    ),
    credential: Type.Optional(
      Type.String({
        title: 'Credential',
        description:
          'The name or id of a credential that the request is sent with. It goes only to the hosts that it allows.',
        minLength: 1,
        maxLength: 200,
        ...widget('credential'),
      }),
    ),
    body: Type.Optional(anyValue('Body', 'An object or a list is sent as JSON, a string as it is. Null: none.')),
    file: Type.Optional(
      Type.Unsafe<FileParam>({
        type: ['string', 'object'],
        title: 'File',
        description: 'A file that is the body, of any size. An attachment, or the id of a file.',
      }),
    ),
    form: Type.Optional(
      freeObject(
        'Form',
        'Fields of a form (multipart/form-data) by name. An attachment is sent as a file, and a list repeats its field.',
      ),
    ),
    sign: Type.Optional(
      Type.Boolean({
        title: 'Sign',
        description: "Signs the body with the workflow's signing secret (header X-Service-Signature).",
        default: false,
      }),
    ),
    accept_errors: Type.Optional(
      Type.Boolean({
        title: 'Accept errors',
        description: 'Whether a status of 400 or more is a result like any other instead of a failure of the step.',
        default: false,
      }),
    ),
    ...actionParams,
    timeout_seconds: Type.Optional(
      timeoutSeconds(
        DEFAULT_TIMEOUT_SECONDS,
        'Seconds after which one try of the step fails. While a file of more than 1 MB moves, seconds without any of it.',
      ),
    ),
  },
  strict,
);

export type HttpRequestParams = Static<typeof HttpRequestParams>;

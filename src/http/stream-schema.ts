/** One object of a streamed reply, for the API description. */
import Type, { type TSchema } from 'typebox';
import { about, named } from './described.ts';
import { ErrorCode } from './endpoint.ts';

const Failure = named(
  'StreamFailure',
  Type.Object(
    {
      status: about('The status that an ordinary reply would have.', Type.Integer({ examples: [422] })),
      text: about('The name of the status.', Type.String({ examples: ['Unprocessable Entity'] })),
      detail: about('What is wrong.', Type.String({ examples: ['Not enough credits'] })),
      code: Type.Optional(
        about('The name of the error, which stays when its text changes. Not in `/api/v3`.', ErrorCode),
      ),
    },
    { description: 'Why a stream broke off.' },
  ),
);

/** `name` is that of the component, and `event` one thing that happens. */
export function streamOf(name: string, event: TSchema): TSchema {
  return named(
    name,
    Type.Object(
      {
        timestamp: about(
          'When it was sent, in milliseconds since 1970.',
          Type.Integer({ examples: [1_767_225_600_000] }),
        ),
        data: about(
          'What happened. Empty in objects that only show that the connection is alive, and in one with an error.',
          Type.Union([event, Type.Literal('')]),
        ),
        error: about(
          'Why the stream broke off, in its last object. Otherwise null.',
          Type.Union([Type.Null(), Failure]),
        ),
      },
      { description: 'One object of a stream.' },
    ),
  );
}

/** What an endpoint declares that answers with such objects. */
export function streaming(stream: TSchema) {
  return { reply: Type.Unsafe<void>({ description: 'chunks {timestamp, data, error}' }), stream };
}

/** The header with which a request can be repeated safely. */
export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': about(
    'A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['invoice-1042'] })),
  ),
});

/** The statuses of refusals: the name of each in the API description, what it means, and an example. */
import * as errors from '../errors.ts';

export type FailureStatus = keyof typeof MEANINGS;

export const MEANINGS = {
  400: ['BadRequest', 'The request can not be read.', errors.hostMissing()],
  401: ['Unauthorized', 'There is no key, or it is unknown, disabled or without the scope.', errors.apiKeyInvalid()],
  403: ['Forbidden', 'The caller may not do this.', errors.permissionDenied()],
  404: ['NotFound', 'It does not exist, or the caller may not know of it.', errors.entityNotFound()],
  405: ['MethodNotAllowed', 'The address does not take this method.', errors.methodNotAllowed('POST')],
  409: ['Conflict', 'It exists already, or was changed meanwhile.', errors.recordChangedSince()],
  410: ['Gone', 'It is closed.', errors.formClosed()],
  413: ['TooLarge', 'The body is larger than the endpoint accepts.', errors.bodyTooLarge(1_048_576)],
  416: ['RangeNotSatisfiable', 'The requested range is not within the file.', errors.rangeNotSatisfiable(1)],
  422: [
    'Unprocessable',
    'The input is not valid, or the state of things does not allow it.',
    errors.validationError('name', 'is required'),
  ],
  423: ['Locked', 'Another request is changing it: try again.', errors.workflowLocked()],
  429: [
    'TooManyRequests',
    'A limit on requests is reached: wait as long as `Retry-After` says.',
    errors.tooManyRequests(1, { name: 'default', quota: 600, windowSeconds: 60 }),
  ],
  500: [
    'InternalError',
    'A fault of the service. The log has it under the `X-Request-Id` of the reply.',
    errors.internalError(),
  ],
  502: [
    'BadGateway',
    'A service that was called for this failed.',
    errors.modelFailed('The model could not be reached'),
  ],
  503: ['Unavailable', 'The service is busy or stopping: try again.', errors.databaseBusy()],
  504: ['TimedOut', 'The answer took too long.', errors.answerTimedOut(300)],
} as const;

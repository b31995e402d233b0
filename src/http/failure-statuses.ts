/** The statuses of refusals: the name of each in the API description, what it means, and an example of its text. */
export type FailureStatus = keyof typeof MEANINGS;

export const MEANINGS = {
  400: ['BadRequest', 'The request can not be read.', 'the request names no host'],
  401: ['Unauthorized', 'There is no key, or it is unknown, disabled or without the scope.', 'API key is invalid'],
  403: ['Forbidden', 'The caller may not do this.', 'permission denied'],
  404: ['NotFound', 'It does not exist, or the caller may not know of it.', 'entity not found'],
  405: ['MethodNotAllowed', 'The address does not take this method.', 'method not allowed'],
  409: [
    'Conflict',
    'It exists already, or was changed meanwhile.',
    'the record was changed by somebody else meanwhile',
  ],
  410: ['Gone', 'It is closed.', 'The form is closed'],
  413: ['TooLarge', 'The body is larger than the endpoint accepts.', 'the request body is larger than 1048576 bytes'],
  416: ['RangeNotSatisfiable', 'The requested range is not within the file.', 'the range is not within the file'],
  422: [
    'Unprocessable',
    'The input is not valid, or the state of things does not allow it.',
    'validation error: name: is required',
  ],
  423: ['Locked', 'Another request is changing it: try again.', 'The workflow is being changed by another request'],
  429: ['TooManyRequests', 'A limit on requests is reached: wait as long as `Retry-After` says.', 'Too many requests'],
  500: [
    'InternalError',
    'A fault of the service. The log has it under the `X-Request-Id` of the reply.',
    'internal error',
  ],
  502: ['BadGateway', 'A service that was called for this failed.', 'The model could not be reached'],
  503: ['Unavailable', 'The service is busy or stopping: try again.', 'the database of the service is busy'],
  504: ['TimedOut', 'The answer took too long.', 'The answer took longer than 300 seconds'],
} as const;

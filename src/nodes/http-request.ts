import { effect } from './execution.ts';
import { performHttpRequest } from './http-exchange.ts';
import { HttpRequestParams } from './http-request-params.ts';
import type { NodeType } from './node.ts';

export const httpRequest: NodeType<'http.request'> = {
  type: 'http.request',
  title: 'HTTP request',
  description:
    'Sends an HTTP request to a public URL. Output: {status, headers, body}; a JSON body is parsed, a text stays one, ' +
    'a binary body becomes a file of the run (an attachment), and null means that there was none.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: HttpRequestParams,
  // Waiting for room in memory, for a large reply, is not the request's time.
  execution: { ...effect(HttpRequestParams, performHttpRequest), timesItself: true },
};

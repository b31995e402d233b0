/**
 * Values of Node's HTTP module. An `import` of them from `node:http` would also evaluate the getters of that module, one
 * of which loads the whole of Node's `fetch`: 13 MB of memory and a tenth of a second of every start.
 */
export const { createServer, maxHeaderSize, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');

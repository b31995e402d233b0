/**
 * `url` and `header`: the request cannot be sent as it is written (`header` includes the method), and a retry does not
 * help. `address`: the host is not public. The other reasons say how the exchange failed.
 */
export type OutboundErrorReason = 'url' | 'header' | 'address' | 'timeout' | 'too_large' | 'redirects' | 'network';

/**
 * The message is one sentence for the author of the request. It names what they wrote and never an address that a name
 * resolved to. The error of the network is in `cause`.
 */
export class OutboundError extends Error {
  readonly reason: OutboundErrorReason;
  /** The status of the reply when the reply itself is the reason: `too_large` and `redirects`. */
  readonly status: number | undefined;

  constructor(reason: OutboundErrorReason, message: string, details: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: details.cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.status = details.status;
  }
}

/** What a body is read from or written to has failed, and not the exchange. The cause is its error, which the caller gets. */
export class OwnFailure extends Error {
  override readonly name = 'OwnFailure';

  constructor(cause: unknown) {
    super('the body could not be read or stored', { cause });
  }
}

/** Converts an error of undici, the resolver, TLS or zlib into a sentence about `host`. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = findCode(error);
  return new OutboundError('network', describeCode(code, host), { cause: error });
}

const brokenOff = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;

function describeCode(code: string, host: string): string {
  if (code === 'ECONNREFUSED') return `The connection to '${host}' was refused`;
  if (code === 'ENOTFOUND' || code === 'ENODATA') return `The host '${host}' was not found`;
  if (code === 'EAI_AGAIN') return `The host '${host}' could not be looked up`;
  if (/^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)$/.test(code)) return `The host '${host}' cannot be reached`;
  if (brokenOff.test(code)) return `The connection to '${host}' broke off`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return `The reply of '${host}' has too many headers`;
  if (code === 'HTTPParserError') return `The reply of '${host}' is incomplete or not HTTP`;
  if (/^(Z_|ERR__ERROR_|ZSTD_)/.test(code)) return `The reply of '${host}' could not be decoded`;
  if (/CERT|_SIGNATURE$|^EPROTO$|^ERR_(TLS|SSL)_/.test(code))
    return `No trusted connection to '${host}' is possible (${code})`;
  return `The request to '${host}' failed`;
}

function findCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried, and each one has its own error.
  if (error instanceof AggregateError) return findCode(error.errors[0]);
  return error.name;
}

/** The encodings in which something is kept, so that nothing is compressed while a client waits. */
export interface Encodings {
  content: Buffer;
  /** Undefined for formats that are compressed already. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
}

export function chooseEncoding(
  { content, brotli, gzip }: Encodings,
  accepted: string,
): { content: Buffer; encoding: string | undefined } {
  if (brotli && /\bbr\b/.test(accepted)) return { content: brotli, encoding: 'br' };
  if (gzip && /\bgzip\b/.test(accepted)) return { content: gzip, encoding: 'gzip' };
  return { content, encoding: undefined };
}

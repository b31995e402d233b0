/**
 * Decodes bytes of unknown encoding: as their byte order mark says, otherwise as UTF-8 if they are valid UTF-8, and
 * otherwise as Windows-1252, which western spreadsheet programs write and which is a superset of Latin-1.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

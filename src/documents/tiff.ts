/** Finds the pages of a TIFF. Programs show the page that the header points to. */

interface TiffPage {
  width: number;
  height: number;
  /** The offset of its directory. */
  directory: number;
}

const WIDTH = 256;
const HEIGHT = 257;
const SHORT = 3;
const ENTRY_BYTES = 12;
const POINTER_AT = 4;

/** Returns at most `limit` pages, or undefined when the file is damaged or has 64-bit offsets. */
export function tiffPages(content: Buffer, limit: number): TiffPage[] | undefined {
  const { short, long } = createNumberReader(content);
  /** Returns the value of a tag in a directory. The values used here are small, so the entry itself holds them. */
  const readTag = (directory: number, tag: number): number => {
    for (let index = 0; index < short(directory); index++) {
      const entry = directory + 2 + index * ENTRY_BYTES;
      if (short(entry) === tag) return short(entry + 2) === SHORT ? short(entry + 8) : long(entry + 8);
    }
    return 0;
  };
  try {
    if (short(2) !== 42) return undefined;
    const pages: TiffPage[] = [];
    let directory = long(POINTER_AT);
    while (directory !== 0 && pages.length < limit) {
      pages.push({ width: readTag(directory, WIDTH), height: readTag(directory, HEIGHT), directory });
      directory = long(directory + 2 + short(directory) * ENTRY_BYTES);
    }
    return pages.length === 0 ? undefined : pages;
  } catch (error) {
    // An offset points beyond the end of the file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function selectTiffPage({ directory }: TiffPage, content: Buffer): void {
  if (isLittleEndian(content)) content.writeUInt32LE(directory, POINTER_AT);
  else content.writeUInt32BE(directory, POINTER_AT);
}

function createNumberReader(content: Buffer) {
  return isLittleEndian(content)
    ? { short: (at: number) => content.readUInt16LE(at), long: (at: number) => content.readUInt32LE(at) }
    : { short: (at: number) => content.readUInt16BE(at), long: (at: number) => content.readUInt32BE(at) };
}

function isLittleEndian(content: Buffer): boolean {
  return content.toString('latin1', 0, 2) === 'II';
}

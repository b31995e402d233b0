/** Reads the pixels of a PNG, for tests. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Returns the color of a pixel as `#rrggbb`. */
  at(x: number, y: number): string;
  /** Counts the pixels of a color. */
  count(color: string): number;
}

export function readPng(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png);
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.deepEqual([...bytes.subarray(24, 29)], [8, 6, 0, 0, 0], 'eight bits of red, green, blue and alpha');
  const rows = unfilter(inflateSync(Buffer.concat(dataChunks(bytes))), width * 4, height);
  return {
    width,
    height,
    at: (x, y) => `#${rows[y]?.subarray(x * 4, x * 4 + 3).toString('hex')}`,
    count: color => {
      const wanted = Number.parseInt(`${color.slice(1)}ff`, 16);
      return rows.reduce((sum, row) => sum + countIn(row, wanted), 0);
    },
  };
}

function countIn(row: Buffer, wanted: number): number {
  let count = 0;
  for (let at = 0; at < row.length; at += 4) if (row.readUInt32BE(at) === wanted) count++;
  return count;
}

function dataChunks(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

function unfilter(data: Buffer, rowBytes: number, height: number): Buffer[] {
  const rows: Buffer[] = [];
  let above: Buffer = Buffer.alloc(rowBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const filter = data[start] ?? 0;
    const row = Buffer.from(data.subarray(start + 1, start + 1 + rowBytes));
    for (let x = 0; x < rowBytes; x++) {
      const left = row[x - 4] ?? 0;
      const up = above[x] ?? 0;
      row[x] = (row[x] ?? 0) + prediction(filter, left, up, above[x - 4] ?? 0);
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function prediction(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { unlessAborted } from '../promises.ts';
import { loadSharp } from './render.ts';
import type { ImageSource } from './resizer.ts';

/** The library as the code under test loads it, with the same loaders blocked. */
export const sharp = await loadSharp();

/** A picture with details like a photo, which is the same each time. */
export function picture(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index++) {
    const place = Math.floor(index / 3);
    const [x, y] = [place % width, Math.floor(place / width)];
    pixels[index] = 128 + 100 * Math.sin(x / (5 + (index % 3)) + y / 9);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export function plain(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** An animation whose frames have one colour each. */
export async function moving(colours: string[], width = 40, height = 30) {
  const frames = colours.map(colour => plain(width, height, colour).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } });
}

/** The pixel at a position, which is given in fractions of the width and height. */
export async function pixelAt(image: Buffer, across = 0.5, down = 0.5): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const place = Math.floor(info.height * down) * info.width + Math.floor(info.width * across);
  return [...data.subarray(place * info.channels, (place + 1) * info.channels)];
}

export function isNear(actual: readonly number[], expected: readonly number[], difference: number): boolean {
  return (
    actual.length === expected.length &&
    actual.every((value, index) => Math.abs(value - (expected[index] ?? Number.NaN)) <= difference)
  );
}

export interface CountedSource extends ImageSource {
  reads: number;
  /** Resolves with the signal of the first read when that read begins. */
  started: Promise<AbortSignal>;
}

/** A source that counts its reads. Each read waits until the gate is open. */
export function createSource(bytes: Buffer, gate?: Promise<void>, owner = 'ann'): CountedSource {
  const started = Promise.withResolvers<AbortSignal>();
  return {
    name: hash('sha256', bytes, 'hex'),
    owner,
    reads: 0,
    started: started.promise,
    async read(signal) {
      this.reads += 1;
      started.resolve(signal);
      if (gate) await unlessAborted(gate, signal);
      return bytes;
    },
  };
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-test-images-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

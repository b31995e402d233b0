import { pipeline, Readable, type Transform } from 'node:stream';

/** Sends a stream through zlib. Whoever stops reading stops the source as well. */
export async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array, void, undefined> {
  const input = Readable.from(source);
  // The reader below gets every error.
  pipeline(input, transform, () => {});
  try {
    yield* transform;
  } finally {
    // zlib leaves bytes alone that follow on the end of a packed content, so it may never take all of its input.
    input.destroy();
    transform.destroy();
  }
}

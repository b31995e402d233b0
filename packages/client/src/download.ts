/** Downloads files by their links, which carry their own permission. */
import type { CallOptions } from './attempt.ts';
import type { Transport } from './transport.ts';

export interface DownloadOptions extends CallOptions {
  /** The first byte and, if not until the end, the last one. */
  range?: { from: number; to?: number };
}

/** A file that is being downloaded. Read it once, in one of these ways. */
export interface Download {
  /** The bytes as they arrive. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  contentType: string;
  /** The bytes that are coming. */
  size: number | undefined;
  filename: string | undefined;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
}

export async function downloadFrom(transport: Transport, url: string, options: DownloadOptions): Promise<Download> {
  const { range, ...callOptions } = options;
  const response = await transport.execute(
    {
      path: url,
      form: () => ({ method: 'GET' }),
      headers: range ? { range: `bytes=${range.from}-${range.to ?? ''}` } : {},
      isRepeatable: true,
      isStream: true,
      options: callOptions,
    },
    async response => response,
  );
  const length = response.headers.get('content-length');
  return {
    body: response.body ?? new ReadableStream({ start: controller => controller.close() }),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    size: length === null ? undefined : Number(length),
    filename: readFilename(response.headers.get('content-disposition')),
    blob: () => response.blob(),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
  };
}

/** `filename*` has names that are not ASCII. */
function readFilename(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
}

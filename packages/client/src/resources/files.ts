import type { CallOptions } from '../attempt.ts';
import { type Download, type DownloadOptions, downloadFrom } from '../download.ts';
import { type FileContent, fileName, formRequest, type Progress, toBlob } from '../multipart.ts';
import { eachItem } from '../paging.ts';
import type { Listing, ListingPage, UserFile } from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v1/file';

export interface UploadOptions extends CallOptions {
  /** Taken from a `File` by default. */
  filename?: string;
  contentType?: string;
  onProgress?: (progress: Progress) => void;
}

/** The user's own files, which the input of a run can name by `file_id`. */
export class Files {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  upload(
    content: FileContent,
    { filename, contentType, onProgress, ...options }: UploadOptions = {},
  ): Promise<UserFile> {
    const file = toBlob(content, contentType);
    const form = { fields: {}, file, filename: filename ?? fileName(content) ?? 'file' };
    return this.#call.transport.json({
      path: `${PATH}/upload`,
      ...formRequest(form, onProgress),
      isRepeatable: false,
      isLong: true,
      options,
    });
  }

  find(query: ListingPage = {}, options?: CallOptions): Promise<UserFile[]> {
    return this.#call.json(`${PATH}/find`, query, options);
  }

  count(query: Listing = {}, options?: CallOptions): Promise<number> {
    return this.#call.json(`${PATH}/count`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(query: Listing = {}, options?: CallOptions): AsyncGenerator<UserFile, void, void> {
    return eachItem(
      page => this.find({ ...query, ...page }, options),
      ({ id }) => id,
    );
  }

  get(id: string, options?: CallOptions): Promise<UserFile> {
    return this.#call.json(`${PATH}/get`, undefined, options, { entity_id: id });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete`, undefined, options, { entity_id: id });
  }

  /** Downloads a file of the user or of a run, given itself or by its `file_url`. */
  download(file: string | { file_url: string }, options: DownloadOptions = {}): Promise<Download> {
    return downloadFrom(this.#call.transport, typeof file === 'string' ? file : file.file_url, options);
  }
}

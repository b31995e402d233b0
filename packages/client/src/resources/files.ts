import type { CallOptions } from '../attempt.ts';
import { type Download, type DownloadOptions, downloadFrom } from '../download.ts';
import { type FileContent, fileName, formRequest, type Progress, toBlob } from '../multipart.ts';
import type { UserFile } from '../types.ts';
import type { Caller } from './caller.ts';
import { Collection } from './collection.ts';

const PATH = '/api/v1/file';

export interface UploadOptions extends CallOptions {
  /** Taken from a `File` by default. */
  filename?: string;
  contentType?: string;
  onProgress?: (progress: Progress) => void;
}

/** The user's own files, which the input of a run can name by `file_id`. */
export class Files extends Collection<UserFile> {
  constructor(call: Caller) {
    super(call, PATH);
  }

  upload(
    content: FileContent,
    { filename, contentType, onProgress, ...options }: UploadOptions = {},
  ): Promise<UserFile> {
    const file = toBlob(content, contentType);
    const form = { fields: {}, file, filename: filename ?? fileName(content) ?? 'file' };
    return this.call.transport.json({
      path: `${PATH}/upload`,
      ...formRequest(form, onProgress),
      isRepeatable: false,
      isLong: true,
      options,
    });
  }

  /** Downloads a file of the user or of a run, given itself or by its `file_url`. */
  download(file: string | { file_url: string }, options: DownloadOptions = {}): Promise<Download> {
    return downloadFrom(this.call.transport, typeof file === 'string' ? file : file.file_url, options);
  }
}

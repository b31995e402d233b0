import type { CallOptions } from '../attempt.ts';
import { type Download, type DownloadOptions, downloadFrom } from '../download.ts';
import { ConflictError } from '../errors.ts';
import { type FileContent, fileName, formRequest, type Progress, toBlob } from '../multipart.ts';
import { eachItem } from '../paging.ts';
import type { FileLink, FileListing, Filter, Listing, ListingPage, StorageUsage, StoredFile } from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v3/booster/storage/private';
/** Larger files go past the API if the installation offers that. */
const DIRECT_BYTES = 16 * 1024 * 1024;

export interface FilePlacement {
  /** `<folder>/<name>`. With a slash at the end it is a directory, and the name of the file is appended. */
  path: string;
  /** A JSON object of at most 4 KB. */
  metadata?: Record<string, unknown>;
  /** The record that the file belongs to. */
  record?: { collection: string; key: string };
  /** Replaces a file at the same path. */
  overwrite?: boolean;
  /** Takes the first free name when the path is taken. */
  rename?: boolean;
}

export interface PanelUploadOptions extends CallOptions {
  /** Taken from a `File` by default; only needed when the path ends with a slash. */
  filename?: string;
  contentType?: string;
  onProgress?: (progress: Progress) => void;
  /**
   * Whether the bytes go straight to the storage instead of through the API. By default, files from 16 MB on do, where
   * the installation offers it. With `true`, an installation that does not is a `ConflictError`.
   */
  direct?: boolean;
}

export interface FileScope {
  folder?: string;
  /** A sub-folder inside of the folder. */
  prefix?: string;
  /** Whether files in sub-folders count as well. */
  recursive?: boolean;
}

/** The files of a panel. */
export class PanelFiles {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  async upload(content: FileContent, placement: FilePlacement, options: PanelUploadOptions = {}): Promise<StoredFile> {
    const { direct, filename = fileName(content), contentType, onProgress, ...callOptions } = options;
    const name = filename ?? (placement.path.split('/').at(-1) || 'file');
    const upload = { file: toBlob(content, contentType), name, placement, onProgress, options: callOptions };
    if (!(direct ?? upload.file.size >= DIRECT_BYTES)) return this.#uploadForm(upload);
    try {
      return await this.#uploadDirectly(upload);
    } catch (error) {
      if (direct || !isNotAvailable(error)) throw error;
      return this.#uploadForm(upload);
    }
  }

  list(query: FileScope & { params?: ListingPage; links?: boolean }, options?: CallOptions): Promise<FileListing> {
    return this.#call.json(`${PATH}/list`, query, options);
  }

  /** Goes through all files of a folder that match, page by page. */
  each(
    query: FileScope & { folder: string; params?: Listing; links?: boolean },
    options?: CallOptions,
  ): AsyncGenerator<StoredFile, void, void> {
    return eachItem(
      async page => (await this.list({ ...query, params: { ...query.params, ...page } }, options)).files,
      ({ id }) => id,
    );
  }

  count(query: FileScope & { params?: { filters?: Filter[] } } = {}, options?: CallOptions): Promise<number> {
    return this.#call.json(`${PATH}/count`, query, options);
  }

  /** Reads a file's description, with fresh links. */
  get(file: { id: string } | { path: string }, options?: CallOptions): Promise<StoredFile> {
    return this.#call.json(`${PATH}/get`, file, options);
  }

  /** Links that work without a key, for 60 minutes or less. */
  links(
    ids: string[],
    { ttlMinutes, download, ...options }: CallOptions & { ttlMinutes?: number; download?: boolean } = {},
  ): Promise<FileLink[]> {
    const settings = { ...(ttlMinutes !== undefined && { ttl_minutes: ttlMinutes }), ...(download && { download }) };
    return this.#call.json(`${PATH}/url`, { ids, ...settings }, options);
  }

  /** Downloads a file, given by its id or path. */
  async download(file: { id: string } | { path: string }, options: DownloadOptions = {}): Promise<Download> {
    const { range: _range, ...callOptions } = options;
    const { url, download_url } = await this.get(file, callOptions);
    return downloadFrom(this.#call.transport, download_url ?? url ?? '', options);
  }

  /** Moves a file, or replaces its metadata or record. */
  update(
    file: {
      id: string;
      path?: string;
      metadata?: Record<string, unknown>;
      record?: { collection: string; key: string };
      unlink_record?: boolean;
    },
    options?: CallOptions,
  ): Promise<StoredFile> {
    return this.#call.json(`${PATH}/update`, file, options);
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete`, { id }, options);
  }

  /** Deletes up to 100 files, in order. It stops at the first one that can not be deleted. */
  async deleteMany(ids: string[], options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete-many`, { ids }, options);
  }

  usage(options?: CallOptions): Promise<StorageUsage> {
    return this.#call.json(`${PATH}/usage`, undefined, options);
  }

  #uploadForm({ file, name, placement, onProgress, options }: Upload): Promise<StoredFile> {
    const { path, metadata, record, overwrite, rename } = placement;
    const fields = {
      path,
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(record && { record_collection: record.collection, record_key: record.key }),
      ...(overwrite && { overwrite: 'true' }),
      ...(rename && { rename: 'true' }),
    };
    return this.#call.transport.json({
      path: `${PATH}/upload`,
      ...formRequest({ fields, file, filename: name }, onProgress),
      headers: this.#call.headers,
      isRepeatable: false,
      isLong: true,
      options,
    });
  }

  /** Announces the file, posts it to where the service says, and completes it. */
  async #uploadDirectly({ file, name, placement, onProgress, options }: Upload): Promise<StoredFile> {
    const contentType = file.type || 'application/octet-stream';
    const { upload_id, url, fields } = await this.#call.json<DirectUpload>(
      `${PATH}/upload/init`,
      { ...placement, filename: name, content_type: contentType, size: file.size },
      options,
    );
    const typed = toBlob(file, contentType);
    await this.#call.transport.execute(
      {
        path: url,
        ...formRequest({ fields, file: typed, filename: name }, onProgress),
        isRepeatable: false,
        isLong: true,
        options,
      },
      response => response.text(),
    );
    return this.#call.json(`${PATH}/upload/complete`, { upload_id }, options);
  }
}

interface Upload {
  file: Blob;
  name: string;
  placement: FilePlacement;
  onProgress: ((progress: Progress) => void) | undefined;
  options: CallOptions;
}

interface DirectUpload {
  upload_id: string;
  url: string;
  fields: Record<string, string>;
}

/** The path may be taken as well, which is another conflict. */
function isNotAvailable(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'direct_upload_unavailable';
}

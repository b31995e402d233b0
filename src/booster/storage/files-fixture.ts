import type { StoredFile } from './stored-file.ts';

/** A stored file without any row or blob. */
export function storedFile(id: string): StoredFile {
  return {
    id,
    path: 'a/b.txt',
    folder: 'a',
    name: 'b.txt',
    size: 1,
    content_type: 'text/plain',
    sha256: 'abc',
    metadata: {},
    record: null,
    owner: null,
    created: 1,
    updated: 2,
    expires_at: null,
    url: null,
    download_url: null,
  };
}

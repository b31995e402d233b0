export interface FileRecord {
  collection: string;
  key: string;
}

/** A stored file in the form that the API has. */
export interface StoredFile {
  id: string;
  path: string;
  folder: string;
  name: string;
  size: number;
  content_type: string;
  sha256: string;
  metadata: Record<string, unknown>;
  record: FileRecord | null;
  /** The panel user who uploaded the file; null for uploads through the API, which all files are. */
  owner: null;
  created: number;
  updated: number;
  expires_at: string | null;
  url: string | null;
  download_url: string | null;
}

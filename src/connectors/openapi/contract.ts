/** What an API description becomes. Nothing of it is code, and a call never needs the document again. */
import type { CredentialKind } from '../../credentials/kinds.ts';

export interface ImportedApi {
  title: string;
  version: string;
  description: string;
  /** Which dialect the document has. */
  format: 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1';
  /** The first server whose URL is absolute, with the defaults of its variables. Null: the user must give one. */
  baseUrl: string | null;
  security: ImportedSecurity[];
  operations: ImportedOperation[];
  /** At most 1,000 of them; `skippedCount` counts all. */
  skipped: { method: string; path: string; reason: string }[];
  skippedCount: number;
}

/** A security scheme as the credential that it asks for. */
export interface ImportedSecurity {
  /** Its name in the document. */
  scheme: string;
  kind: CredentialKind;
  description: string;
  /** The fields of the credential that the document knows, such as the name of a header or the URL of tokens. */
  fields: Record<string, string | string[]>;
}

export interface ImportedOperation {
  /** In snake case, without the prefix of the connector. Unique, at most 48 characters. */
  name: string;
  method: string;
  /** With `{param}`s. It may have a query of its own, such as `/?Action=List`. */
  path: string;
  title: string;
  description: string;
  tags: string[];
  deprecated: boolean;
  /** Self-contained JSON Schema (2020-12) of an object, as JSON. References lead into its own `$defs`. */
  inputSchema: string;
  plan: OperationPlan;
  /** How to get the next page of a list, guessed from names. Null when it is no list or the names say nothing. */
  paging: Paging | null;
}

/** Where each property of the input goes. */
export interface OperationPlan {
  /** When the operation has a server of its own. */
  baseUrl: string | null;
  /** The server of its document; only when the operation has one of its own. */
  documentBaseUrl?: string | null;
  params: PlannedParam[];
  body: PlannedBody | null;
  /** What a reply is, if the document says so: bytes become a file of the run. */
  reply: 'json' | 'text' | 'file' | 'none' | 'unknown';
}

export interface PlannedParam {
  /**
   * The property of the input. It differs from `name` where two params have the same name, and where models would not
   * accept the name, such as `filter[name]`.
   */
  property: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  explode: boolean;
}

export interface PlannedBody {
  /** The property of the input that contains the body. */
  property: string;
  kind: 'json' | 'form' | 'multipart' | 'bytes' | 'text';
  contentType: string;
  required: boolean;
  /** Fields of a multipart or form body that are files: the input has a reference to a file of Heddle. */
  fileFields: string[];
  /** Fields of a multipart or form body that are not sent in the usual way, which is `form`, exploded. */
  fieldStyles?: Record<string, FieldStyle>;
}

export interface FieldStyle {
  style: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  explode: boolean;
}

/**
 * `param` is a property of the input. `next` and `items` are JMESPath on the body of a reply. There is no next page
 * when `next` is null, false or empty, or when `items` is an empty list. `items` is null when the reply itself is the
 * list, or when the document does not say where it is.
 */
export type Paging =
  | { kind: 'link' }
  | { kind: 'cursor'; param: string; next: string }
  | { kind: 'page'; param: string; first: number; items: string | null }
  | { kind: 'offset'; param: string; items: string | null };

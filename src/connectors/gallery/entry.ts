/** An API that is known well enough to be connected by choosing it and pasting a key. It is data, never code. */
import type { CredentialKind } from '../../credentials/kinds.ts';
import type { Paging } from '../openapi/contract.ts';
import type { OverlayAction } from '../openapi/overlay.ts';

export interface GalleryEntry {
  slug: string;
  title: string;
  /** One sentence. */
  description: string;
  categories: readonly GalleryCategory[];
  /** The document of the vendor, or of the directory of APIs-guru where the vendor publishes none. */
  documentUrl: string;
  /** Null: that of the document, or each customer has their own and must give it. */
  baseUrl: string | null;
  docsUrl: string;
  credential: {
    kind: CredentialKind;
    /** Where it may be sent. */
    hosts: readonly string[];
    /** The fields that are the same for everybody. */
    fields: Record<string, string | string[] | Record<string, string>>;
    /** Where people get what they must enter. */
    hint: string;
  };
  /** What is wrong or missing in the document. */
  overlay: readonly OverlayAction[];
  /** How operations that have this param ask for the next page, where the document does not tell. */
  pagination: Paging | null;
  /** What the vendor allows everybody. */
  rate: { calls: number; seconds: number } | null;
  /** Which operations are tools at first. Empty: all of them, or none when there are many. */
  enable: { tags?: readonly string[]; names?: readonly string[] };
}

export const GALLERY_CATEGORIES = [
  'ai',
  'chat',
  'cloud',
  'crm',
  'design',
  'development',
  'documents',
  'finance',
  'mail',
  'marketing',
  'media',
  'monitoring',
  'payments',
  'productivity',
  'storage',
  'support',
] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];

export const NO_RULES = { overlay: [], pagination: null, rate: null, enable: {} } as const;

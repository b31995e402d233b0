/** What `entries.json` says of an API that is known well enough to be connected by choosing it and pasting a key. */
import Type, { type Static } from 'typebox';
import { Nullable } from '../../http/endpoint.ts';
import { GalleryCredential } from '../gallery-schemas.ts';
import { ConnectorRate, Pagination } from '../schemas.ts';

const strict = { additionalProperties: false };
const Texts = Type.Array(Type.String({ minLength: 1 }));
const HttpsUrl = Type.String({ pattern: '^https://' });

const Category = Type.Enum([
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
]);

const OverlayAction = Type.Object(
  { target: Type.String(), update: Type.Optional(Type.Unknown()), remove: Type.Optional(Type.Literal(true)) },
  strict,
);

export const GalleryEntry = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9-]+$' }),
    title: Type.String({ minLength: 1 }),
    /** One sentence. */
    description: Type.String({ pattern: '\\.$' }),
    categories: Type.Array(Category, { minItems: 1 }),
    /** The document of the vendor, or of the directory of APIs-guru where the vendor publishes none. */
    documentUrl: HttpsUrl,
    /** Null: that of the document, or each customer has their own and must give it. */
    baseUrl: Nullable(HttpsUrl),
    docsUrl: HttpsUrl,
    credential: GalleryCredential,
    /** What is wrong or missing in the document. */
    overlay: Type.Optional(Type.Array(OverlayAction)),
    /** How operations that have this param ask for the next page, where the document does not tell. */
    pagination: Type.Optional(Pagination),
    /** What the vendor allows everybody. */
    rate: Type.Optional(ConnectorRate),
    /** Which operations are tools at first. Without it, all of them, or none when there are many. */
    enable: Type.Optional(Type.Object({ tags: Type.Optional(Texts), names: Type.Optional(Texts) }, strict)),
  },
  strict,
);
export type GalleryEntry = Static<typeof GalleryEntry>;

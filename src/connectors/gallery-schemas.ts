import Type, { type Static } from 'typebox';
import { CREDENTIAL_KINDS } from '../credentials/kinds.ts';
import { about, named } from '../http/described.ts';
import { Nullable } from '../http/endpoint.ts';

/** The credential that an entry of the gallery needs. */
export const GalleryCredential = Type.Object({
  kind: Type.Enum([...CREDENTIAL_KINDS]),
  hosts: about('The hosts that it may be sent to.', Type.Array(Type.String())),
  fields: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Array(Type.String()), Type.Record(Type.String(), Type.String())]),
    { description: 'those that are the same for everybody' },
  ),
  hint: Type.String({ description: 'where people get what they must enter' }),
});

export const Gallery = named(
  'Gallery',
  Type.Object({
    items: Type.Array(
      Type.Object({
        slug: about('The name by which `connector/create` takes it, as `gallery`.', Type.String()),
        title: Type.String(),
        description: Type.String(),
        categories: Type.Array(Type.String()),
        document_url: about('The address of the OpenAPI document.', Type.String()),
        base_url: Nullable(Type.String({ description: 'null: that of the document, or it must be given' })),
        docs_url: about('The address of the documentation.', Type.String()),
        auth: about('The kinds of credentials that it takes.', Type.Array(Type.Enum([...CREDENTIAL_KINDS]))),
        credential: about('The credential that it needs.', GalleryCredential),
      }),
    ),
  }),
);
export type Gallery = Static<typeof Gallery>;

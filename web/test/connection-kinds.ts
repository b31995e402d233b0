/** A kind of credential, for tests. */
import type { KindDescription } from '../src/api/credentials.ts';

const text = { description: '', required: true, type: 'text' as const };

export const header: KindDescription = {
  kind: 'header',
  title: 'API key in a header',
  description: '',
  fields: [
    { ...text, name: 'name', title: 'Header', secret: false },
    { ...text, name: 'value', title: 'Value', secret: true },
    { ...text, name: 'prefix', title: 'Before the value', secret: false, required: false },
  ],
  own_fields: false,
  connectable: false,
};

/** Params that several of these tools share. */
import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { UUID_PATTERN } from '../../http/endpoint.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { widget } from '../../nodes/widgets.ts';
import { flag } from '../../tools/contract/tool-params.ts';

export function id(title: string, description: string, options: object = {}) {
  return Type.String({ title, description, pattern: UUID_PATTERN, ...options });
}

export const panelId = id('Panel', 'Id of the booster panel.', widget('panel'));

export const collection = Type.String({
  title: 'Collection',
  description: 'Name of the collection, without control characters.',
  minLength: 1,
  maxLength: fixedLimits.record.collectionCharacters,
  pattern: '^\\P{Cc}*$',
});

/** The query params of the endpoints. The query itself reports what is wrong with a filter. */
export function queryParams(fields: string, listed: { default: number; most: number }) {
  return Type.Object(
    {
      filters: Type.Optional(
        Type.Array(Type.Unsafe<unknown>({ type: 'array' }), {
          title: 'Filters',
          description:
            'Filters that must all match, each [field, operator, value], such as ["data.status", "==", "open"]. ' +
            `Operators: ==, !=, <, <=, >, >=, in, not_in, contains, regex. Fields: ${fields}.`,
        }),
      ),
      sort_key: Type.Optional(
        Type.String({ title: 'Sort by', description: 'Field to sort by. Without it, the newest come first.' }),
      ),
      sort_order: Type.Optional(
        Type.Integer({ title: 'Order', description: '1 ascending, -1 descending.', enum: [1, -1] }),
      ),
      limit_from: Type.Optional(
        Type.Integer({ title: 'From', description: 'Index of the first one.', minimum: 0, default: 0 }),
      ),
      limit_to: Type.Optional(
        Type.Integer({
          title: 'To',
          description: `Index after the last one. Without it there are ${listed.default} at most, with it ${listed.most}.`,
          minimum: 0,
        }),
      ),
    },
    { ...strict, title: 'Query', description: 'Which ones, in which order, from where to where.' },
  );
}

export const recordReference = Type.Object(
  { collection, key: id('Key', 'Key of the record.') },
  { ...strict, title: 'Record', description: 'Record of the panel that the file belongs to.' },
);

export const overwrite = flag('Overwrite', 'Whether a file at the same path is replaced.', false);
export const rename = flag(
  'Rename',
  'Whether the file is stored as `name (1).ext` and so on when the path is taken. Not together with overwrite.',
  false,
);

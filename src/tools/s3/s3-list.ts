import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { permitConnection, requireField } from '../contract/connection.ts';
import { credential } from '../contract/get-reply.ts';
import { defineTool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { anyText, integer } from '../contract/tool-params.ts';

const { objects } = toolLimits.s3;

export const s3List = defineTool({
  name: 's3_list',
  title: 'List S3 objects',
  description:
    'Lists the objects of a bucket on Amazon S3 or a store that is compatible, in the order of their names. Result: items ' +
    '(each with key, size, etag, last_modified), last_key, has_more (whether the limit left objects out).',
  outputSchema: Type.Object({
    items: Type.Array(
      Type.Object({ key: Type.String(), size: Type.Unknown(), etag: Type.Unknown(), last_modified: Type.Unknown() }),
    ),
    last_key: Type.Unknown(),
    has_more: Type.Boolean(),
  }),
  inputSchema: Type.Object(
    {
      bucket: Type.String({
        title: 'Bucket',
        description: 'Name of the bucket.',
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$',
      }),
      prefix: Type.Optional(anyText('Prefix', 'How the names of the objects begin.')),
      start_after: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          title: 'Start after',
          description: 'Only objects whose names come after this one, such as last_key of an earlier result.',
        }),
      ),
      limit: Type.Optional(
        integer('Limit', 'Objects to list at most.', { minimum: 1, maximum: objects.most, default: objects.default }),
      ),
      region: Type.Optional(
        Type.String({
          title: 'Region',
          description: 'Region of the bucket.',
          pattern: '^[A-Za-z0-9-]{1,40}$',
          default: 'us-east-1',
        }),
      ),
      endpoint: Type.Optional(text('Endpoint', "Address of the store. Without it: Amazon's in the region.")),
      credential: Type.String({
        ...credential,
        description:
          'Name of the credential, with access_key_id and secret_access_key, or the same as username and password. It ' +
          'must allow the host of the store.',
      }),
    },
    strict,
  ),
  call: async (params, context) => {
    const { bucket, prefix, start_after, limit = objects.default, region = 'us-east-1', credential } = params;
    const endpoint = parseEndpoint(params.endpoint ?? `https://s3.${region}.amazonaws.com`);
    const isEncrypted = endpoint.protocol === 'https:';
    const port = endpoint.port === '' ? (isEncrypted ? 443 : 80) : Number(endpoint.port);
    const host = endpoint.hostname.replace(/^\[|\]$/g, '');
    const { fields } = await permitConnection({ host, port, isEncrypted, credential }, context);
    // The library is loaded with the first listing, so that an idle process needs less memory.
    const { listObjects } = await import('./list-objects.ts');
    const keys = {
      accessKeyId: requireField(fields, credential, 'access_key_id', 'username'),
      secretAccessKey: requireField(fields, credential, 'secret_access_key', 'password'),
      ...(fields.session_token !== undefined && { sessionToken: fields.session_token }),
    };
    const listing = { bucket, prefix, startAfter: start_after ?? undefined, limit };
    const { items, hasMore } = await listObjects({ endpoint, region, keys }, listing, context);
    const output = { items, last_key: items.at(-1)?.key ?? start_after ?? null, has_more: hasMore };
    return { output, text: `Listed ${items.length} ${items.length === 1 ? 'object' : 'objects'}` };
  },
});

function parseEndpoint(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url;
  throw new StepError(`'${address}' is not the address of a store`);
}

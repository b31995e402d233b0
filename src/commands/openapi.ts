/** `heddle openapi`. */
import { describeApi } from '../composition/described-api.ts';
import { Answer, type Invocation } from './command.ts';

export async function printOpenApi(invocation: Invocation): Promise<Answer> {
  const document = describeApi(invocation.option('api') === 'v1' ? 'v1' : 'v3');
  return new Answer(document, JSON.stringify(document, null, 2));
}

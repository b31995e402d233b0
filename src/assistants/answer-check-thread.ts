/** Checks in a thread whether an answer fits its schema, because authors of workflows write the schema. */
import { findSchemaProblem, type SchemaProblem } from '../platform/json/schema-validation.ts';

export interface AnswerCheck {
  /** JSON text. */
  schema: string;
  /** The answer of the model, which should be JSON text. */
  answer: string;
}

export default function checkAnswer({ schema, answer }: AnswerCheck): SchemaProblem | null {
  let data: unknown;
  try {
    data = JSON.parse(answer);
  } catch {
    return { of: 'data', where: ['answer'], what: 'is not JSON' };
  }
  return findSchemaProblem(JSON.parse(schema), data, 'answer');
}

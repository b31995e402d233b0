/** Whether an answer fits its schema, in a thread: the schema is a workflow's author's. */
import { type FitProblem, fitProblem } from '../platform/json/schema-fit.ts';

export interface AnswerCheck {
  /** JSON. */
  schema: string;
  /** What should be JSON. */
  answer: string;
}

export default function checkAnswer({ schema, answer }: AnswerCheck): FitProblem | null {
  let data: unknown;
  try {
    data = JSON.parse(answer);
  } catch {
    return { of: 'data', where: 'answer', what: 'is not JSON' };
  }
  return fitProblem(JSON.parse(schema), data, 'answer');
}

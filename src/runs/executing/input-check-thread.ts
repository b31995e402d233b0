/** Checks in a thread whether the input of a run fits the schema of its trigger. */
import { readInputSchema } from '../plans/input-schema.ts';

export interface InputCheck {
  /** JSON. */
  schema: string;
  /** JSON. */
  input: string;
}

export type CheckedInput = { of: 'schema' | 'input'; problem: string } | null;

export default function checkInput({ schema, input }: InputCheck): CheckedInput {
  try {
    const problem = readInputSchema({ input_schema: JSON.parse(schema) })?.findProblem(JSON.parse(input));
    return problem === undefined ? null : { of: 'input', problem };
  } catch (error) {
    return { of: 'schema', problem: error instanceof Error ? error.message : 'it is not valid' };
  }
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkDefinition } from '../api/checking.ts';
import { workflowVariablesQuery } from '../api/variables.ts';
import type { Definition } from '../graph/definition.ts';
import type { EditorIssue } from './issues.ts';

const QUIET_MS = 300;
const RETRY_MS = 10_000;

export interface Check {
  issues: readonly EditorIssue[];
  /** Whether the issues are those of what is shown now. */
  isCurrent: boolean;
}

const NO_ISSUES: readonly EditorIssue[] = [];

/** Validates while somebody types. The issues of before stay until the new ones are there, so that nothing flickers. */
export function useCheck(definition: Definition, workflowId: string): Check {
  const [checked, setChecked] = useState<{ definition: Definition; issues: readonly EditorIssue[] }>();
  // Somebody else asks for the variables. When they change, names may exist that did not before.
  const { data: variables } = useQuery({ ...workflowVariablesQuery(workflowId), enabled: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the service knows the variables by itself
  useEffect(() => {
    const controller = new AbortController();
    let timer = setTimeout(check, QUIET_MS);
    async function check(): Promise<void> {
      try {
        const { issues } = await checkDefinition(definition, workflowId, controller.signal);
        setChecked({ definition, issues });
      } catch {
        // Saving says when the service is away. Here it is enough to try again.
        if (!controller.signal.aborted) timer = setTimeout(check, RETRY_MS);
      }
    }
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [definition, workflowId, variables]);
  return { issues: checked?.issues ?? NO_ISSUES, isCurrent: checked?.definition === definition };
}

/** Imports export documents from files that were chosen or dropped. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ImportResult, importWorkflow } from '../api/workflows.ts';
import { describeImport, readDocuments } from './documents.ts';
import { notify, notifyOfProblem, useRefreshLists } from './use-changes.ts';

/** A single workflow is opened. Several are only reported. */
export function useImport(): (files: readonly File[]) => Promise<void> {
  const navigate = useNavigate();
  const refresh = useRefreshLists();
  return useCallback(
    async files => {
      const imported: ImportResult[] = [];
      for (const file of files) {
        try {
          for (const document of readDocuments(await file.text(), file.name)) {
            imported.push(await importWorkflow(document));
          }
        } catch (error) {
          notifyOfProblem(error);
        }
      }
      for (const { workflow, issues, secret_keys } of imported) {
        notify(describeImport(workflow.name, issues.length, secret_keys));
      }
      await refresh();
      const [first] = imported;
      if (first && imported.length === 1) {
        await navigate({ to: '/workflows/$workflowId', params: { workflowId: first.workflow.id } });
      }
    },
    [navigate, refresh],
  );
}

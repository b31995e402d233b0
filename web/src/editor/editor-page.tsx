import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { type OpenedWorkflow, openWorkflow } from '../api/editing.ts';
import { useMayWrite, useSession } from '../api/session.ts';
import { workflowKey } from '../api/workflows.ts';
import type { CanvasHandle } from '../graph/canvas.tsx';
import type { Catalog } from '../graph/catalog.ts';
import { readDefinition } from '../graph/definition.ts';
import { indexNodeTypes } from '../graph/outputs.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import * as texts from '../texts/editor.ts';
import { EditorProvider } from './editor-context.ts';
import { EditorView } from './editor-view.tsx';
import { EditorRunProvider } from './run/editor-run.tsx';
import type { FoundWork } from './saving/kept-work.ts';
import { findUnsaved, prepareSaving, useSaving } from './saving/use-saving.ts';
import { createEditorStore, type EditorStore, findHistory, type HistoryOwner, keepHistory } from './store.ts';

export function EditorPage() {
  const { workflowId } = useParams({ from: '/shell/workflows/$workflowId' });
  const { user } = useSession();
  const catalog = useQuery(catalogQuery);
  const opened = useQuery({
    queryKey: [...workflowKey(workflowId), 'open'],
    queryFn: async ({ signal }) => {
      const [workflow, unsaved] = await Promise.all([
        openWorkflow(workflowId, signal),
        findUnsaved(user.id, workflowId),
      ]);
      return { workflow, unsaved };
    },
    // From here on saving knows what is stored. Every visit of the page reads it anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // What could not be read again is no reason to take the editor away.
  const error = (!opened.data && opened.error) || (!catalog.data && catalog.error);
  if (error) {
    const retry = () => void Promise.all([opened.refetch(), catalog.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (!opened.data || !catalog.data) return <Loader size="sm" m="lg" aria-label={texts.openingWorkflow} />;
  return <Editor key={workflowId} opened={opened.data.workflow} unsaved={opened.data.unsaved} catalog={catalog.data} />;
}

interface EditorProps {
  opened: OpenedWorkflow;
  unsaved: FoundWork;
  catalog: Catalog;
}

function Editor({ opened, unsaved, catalog }: EditorProps) {
  const { user } = useSession();
  const mayWrite = useMayWrite() && opened.workflow.permissions.write;
  const [prepared] = useState(() => prepareSaving(opened, user.id, unsaved, mayWrite));
  const [store] = useState(() => {
    const { content } = prepared.start.state;
    return createEditorStore({
      workflowId: opened.workflow.id,
      content,
      types: indexNodeTypes(catalog.node_types),
      isReadOnly: !mayWrite,
      history: findHistory(prepared.owner, content, sessionStorage),
    });
  });
  const saving = useSaving(store, prepared);
  const canvas = useRef<CanvasHandle>(null);
  useKeptHistory(store, prepared.owner);
  const { workflow } = opened;
  const parts = useMemo(() => ({ store, catalog, workflow, saving, canvas }), [store, catalog, workflow, saving]);
  const [unusable] = useState(() => readDefinition(opened.workflow.definition).unusable);
  return (
    <EditorProvider value={parts}>
      <EditorRunProvider>
        <EditorView unusable={unusable} />
      </EditorRunProvider>
    </EditorProvider>
  );
}

/** The history is written when the page goes, and not with every letter. */
function useKeptHistory(store: EditorStore, owner: HistoryOwner): void {
  useEffect(() => {
    const keep = () => keepHistory(store.getState(), owner, sessionStorage);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [store, owner]);
}

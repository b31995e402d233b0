/** Tells the tour what is in the editor, which goes on when somebody has done what it asked for. */
import { useEffect } from 'react';
import { tour } from '../tour/tour.ts';
import { useEditor } from './editor-context.ts';
import { useEditorRun } from './run/editor-run-context.ts';

export function useTourFacts(): void {
  const workflowId = useEditor(state => state.workflowId);
  const { nodes, edges } = useEditor(state => state.definition);
  const { watched, isShown } = useEditorRun();
  const run = isShown ? watched.state?.status : undefined;
  useEffect(() => tour.note({ workflowId, nodes, edges, run }), [workflowId, nodes, edges, run]);
  useEffect(() => () => tour.note(undefined), []);
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { publicationQuery } from '../../api/publication.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { createCounter } from './publish-words.ts';

/** Returns how many changes wait to be published. Undefined: nothing is published yet. */
export function useUnpublished(): number | undefined {
  const { workflow, store } = useEditorParts();
  const isReadOnly = useEditor(state => state.isReadOnly);
  const { data } = useQuery({ ...publicationQuery(workflow.id), enabled: !isReadOnly });
  const published = data?.published;
  const count = useMemo(() => published && createCounter(published, store.getState().definition), [published, store]);
  return useEditor(state => count?.(state.definition));
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { publicationQuery } from '../../api/publication.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { compareWithPublished } from './publish-words.ts';

/** Returns how many changes wait to be published. Undefined: nothing is published yet. */
export function useUnpublished(): number | undefined {
  const { workflow } = useEditorParts();
  const isReadOnly = useEditor(state => state.isReadOnly);
  const draft = useEditor(state => state.definition);
  const { data } = useQuery({ ...publicationQuery(workflow.id), enabled: !isReadOnly });
  return useMemo(
    () => (data?.published ? compareWithPublished(data.published, draft).changes : undefined),
    [data, draft],
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { publicationQuery } from '../../api/publication.ts';
import * as texts from '../../texts/publish.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import classes from './publish-button.module.css';
import { compareWithPublished } from './publish-words.ts';

/** Opens the publish panel, and says how many changes wait for it. */
export function PublishButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  const { workflow } = useEditorParts();
  const isReadOnly = useEditor(state => state.isReadOnly);
  const draft = useEditor(state => state.definition);
  const { data } = useQuery({ ...publicationQuery(workflow.id), enabled: !isReadOnly });
  const changes = useMemo(
    () => (data?.published ? compareWithPublished(data.published, draft).changes : undefined),
    [data, draft],
  );
  if (isReadOnly) return null;
  return (
    <Button
      variant={changes === 0 ? 'default' : 'filled'}
      aria-expanded={isOpen}
      aria-label={changes === undefined ? texts.publish : texts.publishChanges(changes)}
      onClick={onClick}
      rightSection={changes !== undefined && changes > 0 && <span className={classes.changes}>{changes}</span>}
    >
      {texts.publish}
    </Button>
  );
}

import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { publicationQuery } from '../../api/publication.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { compareWithPublished } from './publish-words.ts';

/** Opens the publish panel, and says how many changes wait for it. */
export function PublishButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  const { workflow } = useEditorParts();
  const draft = useEditor(state => state.definition);
  const { data } = useQuery({ ...publicationQuery(workflow.id), enabled: workflow.permissions.write });
  const changes = useMemo(() => data && compareWithPublished(data.published, draft).changes, [data, draft]);
  const isNew = data?.published === null;
  if (!workflow.permissions.write) return null;
  const words = changes === undefined || isNew ? '' : changes === 1 ? '1 change' : `${changes} changes`;
  return (
    <Button
      variant={changes === 0 ? 'default' : 'filled'}
      aria-expanded={isOpen}
      aria-label={words === '' ? 'Publish' : `Publish, ${words}`}
      onClick={onClick}
      rightSection={
        words !== '' && changes !== 0 ? (
          <Badge size="sm" circle={(changes ?? 0) < 10} variant="white" color="dark">
            {changes}
          </Badge>
        ) : undefined
      }
    >
      Publish
    </Button>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deletePanel, type OpenedPanel, PANEL_LISTS, panelKey } from '../api/panels.ts';
import { formatBytes } from '../forms/bytes.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Section } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import classes from './settings.module.css';

export function DeleteSection({ opened }: { opened: OpenedPanel }) {
  const { panel, files, size, records, workflows } = opened;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const names = new Set(workflows.map(({ id }) => id)).size;

  async function remove() {
    if (typed.trim() !== panel.name.trim()) throw new Error(texts.deleteConfirm(panel.name));
    await deletePanel(panel.id);
    await navigate({ to: '/panels', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: panelKey(panel.id) });
  }

  return (
    <Section title={texts.deletion} text={words.irreversible}>
      <Button
        variant="default"
        onClick={() => {
          setTyped('');
          setAsking(true);
        }}
      >
        {words.deleteWithQuestion}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={words.deleteQuestion(panel.name)}
        action={words.deleteAction}
        danger
        changes={[PANEL_LISTS]}
        onConfirm={remove}
        done={words.wasDeleted(panel.name)}
        onClose={() => setAsking(false)}
      >
        <p className={classes.first}>
          {texts.deleteWhat(
            texts.deleteFiles(files, formatBytes(size)),
            texts.deleteRecords(records),
            panel.webhooks.length,
          )}
        </p>
        {names > 0 && <p>{texts.deleteWorkflows(names)}</p>}
        <TextInput
          label={texts.deleteConfirm(panel.name)}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      </ConfirmDialog>
    </Section>
  );
}

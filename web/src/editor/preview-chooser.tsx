/** Which run's data the results below template fields are computed with. */

import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recentRunsQuery } from '../api/recent-runs.ts';
import { useLive } from '../api/transport/live.ts';
import { Icon } from '../look/icons.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import * as texts from '../texts/editor.ts';
import { LOCALE } from '../texts/locale.ts';
import { useEditor, useEditorParts } from './editor-context.ts';

export function PreviewChooser() {
  const { store } = useEditorParts();
  const workflowId = useEditor(state => state.workflowId);
  const chosen = useEditor(state => state.previewRunId);
  const { data: runs = [] } = useQuery(recentRunsQuery(workflowId));
  const latest = runs[0]?.id;
  const queryClient = useQueryClient();
  useLive(event => {
    if (event.type === 'run' && event.workflow_id === workflowId) {
      void queryClient.invalidateQueries({ queryKey: recentRunsQuery(workflowId).queryKey });
    }
  });
  // The latest run is what most people want, so it needs no choice.
  useEffect(() => {
    if (chosen === null && latest !== undefined) store.getState().setPreviewRun(latest, false);
  }, [chosen, latest, store]);
  const run = runs.find(({ id }) => id === chosen);
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size="compact-sm"
          fw={500}
          variant="subtle"
          color="gray"
          rightSection={<Icon name="chevron-down" size={14} />}
        >
          {run
            ? texts.dataRun(formatClock(run.created.timestamp))
            : chosen === null
              ? texts.dataNoRun
              : texts.dataOfRun}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.resultsTemplatesShownData}</Menu.Label>
        {runs.map(({ id, status, created, trigger_type }) => (
          <Menu.Item
            key={id}
            role="menuitemradio"
            aria-checked={id === chosen}
            leftSection={<StateMark state={status} />}
            rightSection={id === chosen && <Icon name="check" size={14} />}
            onClick={() => store.getState().setPreviewRun(id, true)}
          >
            <Time at={created.timestamp} /> · {trigger_type}
          </Menu.Item>
        ))}
        {runs.length === 0 && <Menu.Item disabled>{texts.workflowNotRunYet}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' });
}

/** "Wait for a call": the draft runs with the next real call of a webhook. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { listenForCall } from '../../api/run.ts';
import { showNotice } from '../../look/states/notices.tsx';
import * as texts from '../../texts/editor-run.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';

export interface Listening {
  readonly nodeId: string;
  /** Undefined until the service listens. */
  readonly url: string | undefined;
}

export function useListening(onRun: (runId: string) => void) {
  const { saving } = useEditorParts();
  const { requireSaved } = saving;
  const workflowId = useEditor(state => state.workflowId);
  const [listening, setListening] = useState<Listening>();
  const current = useRef<AbortController>(null);
  const stopListening = useCallback(() => {
    current.current?.abort();
    setListening(undefined);
  }, []);
  useEffect(() => () => current.current?.abort(), []);

  const listen = useCallback(
    (nodeId: string) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      setListening({ nodeId, url: undefined });
      const wait = async () => {
        await requireSaved();
        await listenForCall(
          { workflow_id: workflowId, node_id: nodeId },
          event => {
            if (event.type === 'listening') setListening({ nodeId, url: event.url });
            else if (event.type === 'run') onRun(event.run_id);
            else showNotice({ message: texts.nobodyCalledWebhookTen });
          },
          controller.signal,
        );
      };
      wait()
        .catch(error => {
          if (!controller.signal.aborted) showNotice({ failed: true, message: String(error.message) });
        })
        .finally(() => {
          if (current.current === controller) setListening(undefined);
        });
    },
    [requireSaved, workflowId, onRun],
  );
  return { listening, listen, stopListening };
}

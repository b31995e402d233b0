/** The live stream of this tab. */
import { useEffect, useRef } from 'react';
import { post } from './client.ts';
import { createLiveConnection, type LiveEvent, type LiveListener } from './live-connection.ts';
import { stream } from './stream.ts';
import { tabId } from './tab-id.ts';
import { wait } from './wait.ts';

export type { LiveEvent };

export const live = createLiveConnection({
  stream: (body, onEvent, signal) => stream<LiveEvent>('v1/live', { tab_id: tabId, ...body }, onEvent, signal),
  setPresence: workflowId => post('v1/presence/set', { tab_id: tabId, workflow_id: workflowId }),
  wait,
});

/** Calls the listener for every event while the component is shown. */
export function useLive(listener: LiveListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => live.subscribe(event => latest.current(event)), []);
}

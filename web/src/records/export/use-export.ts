import { useEffect, useRef, useState } from 'react';
import { noteSessionEnd, presentSession } from '../../api/transport/client.ts';
import type { ExportMessage, ExportRequest } from './export-worker.ts';

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; records: number }
  | { status: 'done'; records: number }
  | { status: 'failed'; message: string };

/** Writes a file in a worker. An export ends with the dialog that shows it. */
export function useExport(onFile: (file: Blob, ending: string) => void) {
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<Worker>(undefined);
  useEffect(() => () => running.current?.terminate(), []);

  function start(request: ExportRequest) {
    running.current?.terminate();
    const session = presentSession();
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    setState({ status: 'running', records: 0 });
    worker.addEventListener('message', ({ data }: MessageEvent<ExportMessage>) => {
      if (data.type === 'progress') return setState({ status: 'running', records: data.records });
      worker.terminate();
      if (data.type === 'failed') {
        // The worker can not ask for the password, the page can.
        if (data.isSessionEnd) noteSessionEnd(session);
        return setState({ status: 'failed', message: data.message });
      }
      onFile(data.file, request.options.format);
      setState({ status: 'done', records: data.records });
    });
    worker.postMessage(request);
  }

  return { state, start };
}

/** Runs the interpreter apart from the page, so that no template can stop it. */
import { type PreviewReply, type PreviewRequest, PreviewSession } from './preview-session.ts';

const session = new PreviewSession(() => performance.now());

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; request: PreviewRequest }>) => {
  const reply = session.answer(data.request);
  const message: { id: number; reply: PreviewReply } | undefined = reply && { id: data.id, reply };
  if (message) self.postMessage(message);
});

/** Holds one large value and answers requests for its rows. */
import { type TreeReply, type TreeRequest, TreeSession } from './json-tree-model.ts';

const session = new TreeSession();

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; request: TreeRequest }>) => {
  const reply: { id: number; reply: TreeReply } = { id: data.id, reply: session.answer(data.request) };
  self.postMessage(reply);
});

/** A slow model endpoint: it sends a word every 200 ms for eight seconds. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const WORDS = 40;
const PAUSE_MS = 200;

const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'text/event-stream');
  const send = (choice: object, more: object = {}) =>
    response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }], ...more })}\n\n`);
  let words = 0;
  const talking = setInterval(() => {
    if (words++ < WORDS) {
      send({ delta: { role: 'assistant', content: `word ${words} ` }, finish_reason: null });
      return;
    }
    clearInterval(talking);
    send({ delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 10, completion_tokens: WORDS } });
    response.end('data: [DONE]\n\n');
  }, PAUSE_MS);
  response.on('close', () => clearInterval(talking));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}` });

import { createThreads } from '../threads/threads.ts';

const RENDERING = new URL('./markdown.ts', import.meta.url);

/**
 * The time that marked takes can grow with the square of the text, and strangers write texts: 20,000 characters of
 * `_a_a_a` took 800 ms, and 2,000 of the worst kind 30 ms. What is longer goes to a thread that can be stopped.
 */
const AT_ONCE_CHARACTERS = 2000;
const THREAD_LIMITS = { timeoutMs: 3000, memoryMb: 256 };

/** Undefined when that takes too long, or when nesting is deeper than the stack: the text is then all there is. */
export async function markdownToHtml(markdown: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    if (markdown.length > AT_ONCE_CHARACTERS) return await renderedInThread(markdown, signal);
    // Loaded with the first message: an idle process is smaller by it.
    const { default: renderMarkdown } = await import('./markdown.ts');
    return renderMarkdown(markdown);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function renderedInThread(markdown: string, signal: AbortSignal): Promise<string> {
  const threads = createThreads({ atOnce: 1 });
  try {
    return await threads.run<string>(RENDERING, markdown, { ...THREAD_LIMITS, owner: 'the message', signal });
  } finally {
    await threads.close();
  }
}

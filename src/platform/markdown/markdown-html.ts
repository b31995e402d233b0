import type { ThreadPool } from '../threads/thread-pool.ts';

const RENDERING = new URL('./markdown.ts', import.meta.url);

/**
 * The time that marked takes can grow with the square of the text, and strangers write texts: 20,000 characters of
 * `_a_a_a` took 800 ms, and 1,000 of the worst kind 8 ms. What is longer goes to a thread that can be stopped.
 */
const AT_ONCE_CHARACTERS = 1000;
const THREAD_LIMITS = { timeoutMs: 2000, memoryMb: 128 };

/** Undefined when that takes too long, or when nesting is deeper than the stack: the text is then all there is. */
export type MarkdownToHtml = (
  markdown: string,
  options: { owner: string; signal: AbortSignal },
) => Promise<string | undefined>;

export function createMarkdownToHtml(threads: ThreadPool): MarkdownToHtml {
  return async (markdown, { owner, signal }) => {
    try {
      if (markdown.length > AT_ONCE_CHARACTERS) {
        return await threads.run<string>(RENDERING, markdown, { ...THREAD_LIMITS, owner, signal });
      }
      // Loaded with the first message: an idle process is smaller by it.
      const { default: renderMarkdown } = await import('./markdown.ts');
      return renderMarkdown(markdown);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}

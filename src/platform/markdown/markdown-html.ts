import type { ThreadPool } from '../threads/thread-pool.ts';

const RENDERING = new URL('./markdown.ts', import.meta.url);

/**
 * The time that marked takes can grow with the square of the length, and strangers write these texts: 20,000 characters
 * of `_a_a_a` took 800 ms, and 1,000 characters of the worst kind 8 ms. Longer texts go to a thread that can be
 * stopped.
 */
const AT_ONCE_CHARACTERS = 1000;
const THREAD_LIMITS = { timeoutMs: 2000, memoryMb: 128 };

/** Returns undefined when rendering takes too long or the text is nested too deep. Only the text can be used then. */
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
      // The library is loaded with the first message, so that an idle process needs less memory.
      const { default: renderMarkdown } = await import('./markdown.ts');
      return renderMarkdown(markdown);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}

/** Tabs of this browser that have a workflow open tell each other so, to know whose unsaved work was left behind. */

export interface OpenTabs {
  /** Returns the ids of the other tabs that have the workflow open. */
  findOthers(): Promise<ReadonlySet<string>>;
  close(): void;
}

type Message = { type: 'who' } | { type: 'here'; tabId: string };

/** Messages between tabs take some milliseconds, unless the computer is very busy. */
const ANSWER_MS = 600;

export function joinOpenTabs(workflowId: string, tabId: string): OpenTabs {
  const channel = new BroadcastChannel(`heddle.open.${workflowId}`);
  const found = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'who') channel.postMessage({ type: 'here', tabId } satisfies Message);
    else found.add(data.tabId);
  });
  return {
    async findOthers() {
      channel.postMessage({ type: 'who' } satisfies Message);
      await new Promise(resolve => setTimeout(resolve, ANSWER_MS));
      return found;
    },
    close: () => channel.close(),
  };
}

/** Tools that come and go while the service runs. */
import type { Tool } from './tool.ts';

export interface ToolSource {
  /** Names that its tools must not have. Told once, before anything is asked. */
  avoid(names: ReadonlySet<string>): void;
  /** Those known at the moment. */
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  /** Whether the tool is there; `maybe` where whoever would know is away. */
  knows(name: string): Knowledge;
  /** Waits for whoever has the tool. Throws a StepError when there is none, or they can not be reached. */
  find(name: string, signal: AbortSignal): Promise<Tool>;
}

export type Knowledge = 'yes' | 'no' | 'maybe';

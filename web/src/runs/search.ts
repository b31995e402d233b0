export type RunsSearch = Record<string, never>;

export function readRunsSearch(_raw: Record<string, unknown>): RunsSearch {
  return {};
}

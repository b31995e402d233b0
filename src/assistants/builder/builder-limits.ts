/** Limits of what a builder may do in one call, and of what it sees: a model reads all of it, and each word costs. */
export const builderLimits = {
  /** The operations of one edit. */
  operations: 100,
  /** The builder sees an outline of a longer definition. */
  definitionCharacters: 30_000,
  /** The params of one node of a long definition. */
  paramsCharacters: 3_000,
  /** Nodes, node types or tools that one call requests by name. */
  named: 10,
  /** The summary of one node type or tool in the catalog. */
  summaryCharacters: 120,
  issues: 50,
  /** How long a call waits for a test run, which continues afterwards. */
  runSeconds: 120,
  runs: 10,
  revisions: 20,
  /** What it changed or proposed in one workflow, which the user can still look at and take back. */
  changes: 50,
  /** Nodes that the changes of a revision name. */
  changedNodes: 10,
  /** Steps of a run. Those that failed or wait take precedence. */
  steps: 40,
  stepOutputCharacters: 500,
  inputCharacters: 2_000,
  outputCharacters: 4_000,
  errorCharacters: 500,
} as const;

/** What a builder may do in one call, and what it is shown: a model reads all of it, and pays by the word. */
export const builderLimits = {
  /** Of one edit. */
  operations: 100,
  /** Of the definition that is shown whole; a longer one is shown as an outline. */
  definitionCharacters: 30_000,
  /** Of one step's params in an outline. */
  paramsCharacters: 3_000,
  /** Nodes, node types or tools that one call asks for by name. */
  named: 10,
  /** Of one node type or tool in the catalog's list. */
  summaryCharacters: 120,
  issues: 50,
  /** That a call waits for a test run, which then goes on by itself. */
  runSeconds: 120,
  runs: 10,
  revisions: 20,
  /** Nodes that a revision's changes name. */
  changedNodes: 10,
  /** Steps of a run: those that failed or wait come before the others. */
  steps: 40,
  stepOutputCharacters: 500,
  inputCharacters: 2_000,
  outputCharacters: 4_000,
  errorCharacters: 500,
} as const;

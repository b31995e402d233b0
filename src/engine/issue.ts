import type { Edge, Problem } from './definition.ts';

export interface Issue {
  severity: 'error' | 'warning';
  message: string;
  node_id: string | null;
  edge: Edge | null;
}

/** Beyond so many of one severity the rest is only counted: a reply must not outgrow the definition it is about. */
const LISTED = 500;
/** An id longer than any valid one is not repeated with every issue of its step. */
const ID_CHARACTERS = 256;

/** What was found, in the order in which it was found, errors before warnings. */
export class Issues {
  readonly #errors: Issue[] = [];
  readonly #warnings: Issue[] = [];
  #unlistedErrors = 0;
  #unlistedWarnings = 0;

  report({ severity, message, nodeId, edge }: Problem): void {
    const list = severity === 'error' ? this.#errors : this.#warnings;
    if (list.length < LISTED) {
      const node_id = nodeId !== undefined && nodeId.length <= ID_CHARACTERS ? nodeId : null;
      list.push({ severity, message, node_id, edge: edge ?? null });
    } else if (severity === 'error') this.#unlistedErrors++;
    else this.#unlistedWarnings++;
  }

  error(message: string, nodeId?: string): void {
    this.report({ severity: 'error', message, nodeId });
  }

  warning(message: string, nodeId?: string): void {
    this.report({ severity: 'warning', message, nodeId });
  }

  edgeError(message: string, edge: Edge): void {
    this.report({ severity: 'error', message, edge });
  }

  edgeWarning(message: string, edge: Edge): void {
    this.report({ severity: 'warning', message, edge });
  }

  list(): Issue[] {
    return [
      ...this.#errors,
      ...rest('error', this.#unlistedErrors, 'errors'),
      ...this.#warnings,
      ...rest('warning', this.#unlistedWarnings, 'warnings'),
    ];
  }
}

function rest(severity: Issue['severity'], count: number, what: string): Issue[] {
  if (count === 0) return [];
  return [{ severity, message: `There are ${count} more ${what}`, node_id: null, edge: null }];
}

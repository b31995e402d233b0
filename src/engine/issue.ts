import type { Edge, Problem } from './definition.ts';

export interface Issue {
  severity: 'error' | 'warning';
  message: string;
  node_id: string | null;
  edge: Edge | null;
}

/** An issue for editors, which show it beside the field that it is about. */
export interface ParamIssue extends Issue {
  /** The name of the top-level param of the step, when the issue is about one; without a step, `settings`. */
  param: string | null;
  /** The top-level param that the issue suggests to use instead. */
  instead?: string;
}

/** Beyond this number per severity, issues are only counted, so that a response is not larger than its definition. */
const MAX_LISTED = 500;
/** Issues do not repeat an id that is longer than any valid one. */
const MAX_ID_CHARACTERS = 256;

/** Collects issues. It lists errors before warnings, each in the order in which they were found. */
export class Issues {
  readonly #errors: ParamIssue[] = [];
  readonly #warnings: ParamIssue[] = [];
  #unlistedErrors = 0;
  #unlistedWarnings = 0;

  report({ severity, message, nodeId, edge, param, instead }: Problem): void {
    const list = severity === 'error' ? this.#errors : this.#warnings;
    if (list.length < MAX_LISTED) {
      const node_id = nodeId !== undefined && nodeId.length <= MAX_ID_CHARACTERS ? nodeId : null;
      list.push({ severity, message, node_id, edge: edge ?? null, param: param ?? null, ...(instead && { instead }) });
    } else if (severity === 'error') this.#unlistedErrors++;
    else this.#unlistedWarnings++;
  }

  error(message: string, nodeId?: string, param?: string): void {
    this.report({ severity: 'error', message, nodeId, param });
  }

  warning(message: string, nodeId?: string, param?: string): void {
    this.report({ severity: 'warning', message, nodeId, param });
  }

  edgeError(message: string, edge: Edge): void {
    this.report({ severity: 'error', message, edge });
  }

  edgeWarning(message: string, edge: Edge): void {
    this.report({ severity: 'warning', message, edge });
  }

  list(): ParamIssue[] {
    return [
      ...this.#errors,
      ...summarizeUnlisted('error', this.#unlistedErrors, 'errors'),
      ...this.#warnings,
      ...summarizeUnlisted('warning', this.#unlistedWarnings, 'warnings'),
    ];
  }
}

/** The issue as the integration API shows it. */
export function withoutParam({ severity, message, node_id, edge }: ParamIssue): Issue {
  return { severity, message, node_id, edge };
}

function summarizeUnlisted(severity: Issue['severity'], count: number, what: string): ParamIssue[] {
  if (count === 0) return [];
  return [{ severity, message: `There are ${count} more ${what}`, node_id: null, edge: null, param: null }];
}

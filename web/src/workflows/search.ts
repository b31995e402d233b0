/** What the address of the list says: which workflows it shows. */

import type { ListQuery } from '../../../src/workflows/console-schemas.ts';
import { oneOf, readPage, readText } from '../look/address.ts';

export interface WorkflowsSearch {
  text?: string;
  ownership?: 'mine' | 'shared';
  state?: 'active' | 'inactive' | 'draft' | 'failing';
  trigger?: string;
  sort?: 'name' | 'last_run';
  /** From 1; the first page is not mentioned. */
  page?: number;
}

export const PAGE_SIZE = 50;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readWorkflowsSearch(raw: Record<string, unknown>): WorkflowsSearch {
  const text = readText(raw.text);
  const ownership = oneOf(raw.ownership, ['mine', 'shared']);
  const state = oneOf(raw.state, ['active', 'inactive', 'draft', 'failing']);
  const trigger =
    typeof raw.trigger === 'string' && /^trigger\.[a-z_.]{1,60}$/.test(raw.trigger) ? raw.trigger : undefined;
  const sort = oneOf(raw.sort, ['name', 'last_run']);
  return {
    ...(text !== '' && { text }),
    ...(ownership && { ownership }),
    ...(state && { state }),
    ...(trigger !== undefined && { trigger }),
    ...(sort && { sort }),
    ...readPage(raw.page),
  };
}

export function toListQuery({ page = 1, ...filters }: WorkflowsSearch): ListQuery {
  return { ...filters, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}

export function isFiltered({ text, ownership, state, trigger }: WorkflowsSearch): boolean {
  return [text, ownership, state, trigger].some(filter => filter !== undefined);
}

/** Numbers of things, in the singular and the plural. */
import { counted } from './locale.ts';

function counter(one: string, many: string): (count: number) => string {
  return count => counted(count, one, many);
}

export const countRuns = counter('run', 'runs');
export const countWorkflows = counter('workflow', 'workflows');
export const countSteps = counter('step', 'steps');
export const countConnections = counter('connection', 'connections');
export const countItems = counter('item', 'items');
export const countErrors = counter('error', 'errors');
export const countWarnings = counter('warning', 'warnings');
export const countIssues = counter('issue', 'issues');
export const countSaves = counter('save', 'saves');
export const countCharacters = counter('character', 'characters');
export const countBytes = counter('byte', 'bytes');
export const countTests = counter('test', 'tests');

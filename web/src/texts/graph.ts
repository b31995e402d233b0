export const view = 'View';
export const zoom = 'Zoom in';
export const zoomOut = 'Zoom out';
export const fitIntoView = 'Fit into view';
export const mapWorkflow = 'Map of the workflow';
export const workflowCanvas = 'Workflow canvas';
export const arrowKeysWalkStep = 'Arrow keys walk from step to step, Enter opens a step, Escape ends the selection.';
export const empty = 'empty';
export const items = (done: string | number, total: string | number) => `${done} of ${total} items`;
export const defaultOutput = 'next';
export const outputPinned = 'output pinned';
export const fromTo = (source: string, output: string | null, target: string) =>
  output === null ? `From ${source} to ${target}` : `From ${source}, output ${output}, to ${target}`;
export const noType = 'No type';
export const eachItem = (loop: string | number) => `each item of ${loop}`;
export const emptyNote = 'Empty note';

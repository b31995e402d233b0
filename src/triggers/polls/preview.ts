/** Shows what a poll would find, with the rights of whoever asks, and stores nothing. */
import { createHash } from 'node:crypto';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { readDefinition } from '../../engine/definition.ts';
import { notAPoll, pollNotValid } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { StepError, type StepFiles } from '../../nodes/step.ts';
import type { PollParams } from '../../nodes/triggers/poll.ts';
import { newId } from '../../platform/ids.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { requireWorkflow, type WorkflowRow } from '../../workflows/access.ts';
import type { Checker } from '../../workflows/checking.ts';
import { POLL_TRIGGER } from '../../workflows/poll-states.ts';
import { type ReadingServices, readPollSource } from './reading.ts';
import type { PollPreview, PollPreviewRequest } from './schemas.ts';

export interface PreviewServices extends ReadingServices {
  checker: Pick<Checker, 'findParamIssues'>;
}

const { preview } = fixedLimits.poll;

export async function previewPoll(
  services: PreviewServices,
  caller: Caller,
  request: PollPreviewRequest,
  signal: AbortSignal,
): Promise<PollPreview> {
  const { query: db } = services.database;
  const { workflow } = await requireWorkflow(db, caller, request.workflow_id, 'write');
  const params = await requireParams(services, db, caller, workflow, request);
  try {
    const { items, cursor } = await readPollSource(services, {
      params,
      cursor: null,
      workflow: { id: workflow.id, name: workflow.name, organizationId: workflow.organization_id },
      nodeId: request.node_id,
      user: caller,
      idempotencyKey: `poll preview ${newId()}`,
      files: unstoredFiles,
      signal,
    });
    return {
      count: items.length,
      items: items.slice(0, preview.items).map(({ key, json }) => ({ key, ...toShown(json) })),
      cursor: cursor === undefined ? null : JSON.parse(cursor),
      error: null,
    };
  } catch (error) {
    if (!(error instanceof StepError || error instanceof OutboundError)) throw error;
    return { count: 0, items: [], cursor: null, error: error.message };
  }
}

/** The params are checked like those of a definition, because whoever asks may not use every tool and credential. */
async function requireParams(
  { checker }: PreviewServices,
  db: Query,
  caller: Caller,
  workflow: WorkflowRow,
  { node_id, params }: PollPreviewRequest,
): Promise<PollParams> {
  const node = readDefinition(workflow.definition).nodes.find(each => each.id === node_id);
  if (params === undefined && node?.type !== POLL_TRIGGER) throw notAPoll(node_id);
  const given = params ?? node?.params ?? {};
  const definition = { nodes: [{ id: node_id, type: POLL_TRIGGER, params: given }], edges: [] };
  const issues = await checker.findParamIssues(db, caller, definition, workflow);
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw pollNotValid(errors.map(({ message }) => message).join('; '));
  return given as PollParams;
}

/** A long item is shown by its beginning. */
function toShown(json: string | undefined): { item: unknown; cut: boolean } {
  if (json === undefined) return { item: null, cut: true };
  if (json.length <= preview.characters) return { item: JSON.parse(json), cut: false };
  return { item: `${json.slice(0, preview.characters).toWellFormed()}…`, cut: true };
}

/** Files look as if they were stored. Their ids are derived from their content, so that keys made of them stay. */
const unstoredFiles: StepFiles = {
  async save({ filename, contentType = 'application/octet-stream', content }) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      hash.update(chunk);
    }
    return { file_id: hash.digest('hex').slice(0, 32), filename, content_type: contentType, file_url: '', size };
  },
  read: refuseToRead,
  open: refuseToRead,
  streamBytes: fixedLimits.run.replyBytes.file,
};

async function refuseToRead(): Promise<never> {
  throw new StepError('A poll can not read files');
}

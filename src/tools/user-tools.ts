/**
 * Calls tools outside of runs, for chats, MCP clients and triggers: they act with the rights of a user, on the files that
 * this user names.
 */
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import type { CredentialUses, UsePlace } from '../credentials/contract.ts';
import { withRedactedFiles, withRedaction } from '../credentials/use/redaction.ts';
import type { HeddleDatabase } from '../database.ts';
import type { RenderedParams } from '../engine/printed-params.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Attachment, FileText, Pay, StepFiles, StepOutcome } from '../nodes/step.ts';
import type { RunWorkflow, ToolContext, ToolRunRequest } from './contract/tool.ts';
import type { ToolBox } from './registry.ts';

export interface UserToolServices {
  database: HeddleDatabase;
  files: FileServices;
  credentials: CredentialUses;
  reader: FileReader;
  /** Missing where tools may not start runs. */
  runForUser?: RunForUser;
}

/** Starts the run of a tool that a user calls outside of runs. */
export type RunForUser = (
  user: { id: string; email: string; name: string },
  request: ToolRunRequest,
  options: { idempotencyKey: string; isNamed(fileId: string): boolean; signal: AbortSignal },
) => Promise<StepOutcome>;

/** Reads files as text. */
interface FileReader {
  read(
    file: { attachment: Attachment; content: Buffer },
    options: { owner: string; signal: AbortSignal; pay: Pay },
  ): Promise<{ text: string; credits: number }>;
}

export interface UserTools {
  /** Calls a tool with an idempotency key of its own. The values of credentials are not in its result. */
  call(
    box: ToolBox,
    name: string,
    params: Record<string, unknown>,
    idempotencyKey: string,
    printed?: RenderedParams['printed'],
  ): Promise<StepOutcome>;
  readText(reference: unknown): Promise<FileText>;
  files: StepFiles;
}

interface UserToolOptions {
  caller: Pick<Caller, 'userId' | 'email' | 'name'>;
  /** Which account pays. Null for that of the user. */
  organizationId?: string | null;
  /** What of credentials the params contain, and where. */
  place?: Pick<UsePlace, 'workflowId' | 'nodeId' | 'markers'>;
  /** Whether the user has named this file. Files that tools create here need no naming. */
  isNamed(fileId: string): boolean;
  signal: AbortSignal;
  /** Called with the id of each file that a tool creates. */
  onSaved?(fileId: string): void;
  /** Where tools read and save files instead, if not among those of the user. */
  files?: StepFiles;
}

const NO_PLACE = { workflowId: null, nodeId: null, markers: new Map() };

export function createUserTools(services: UserToolServices, options: UserToolOptions): UserTools {
  const { caller, isNamed, signal, organizationId = null, place = NO_PLACE } = options;
  const { userId, email, name } = caller;
  const user = { id: userId, email, name };
  const pay = createPay(services.database, payingAccount(userId, organizationId), signal);
  const startedAt = new Date();
  const createdFiles = new Set<string>();
  const mayRead = (fileId: string) => createdFiles.has(fileId) || isNamed(fileId);

  function filesFor(idempotencyKey: string): StepFiles {
    const files = createStepFiles({
      ...services.files,
      userId,
      organizationId: null,
      runId: null,
      isNamed: mayRead,
      idempotencyKey,
      signal,
    });
    return {
      ...files,
      async save(file) {
        const saved = await files.save(file);
        createdFiles.add(saved.file_id);
        options.onSaved?.(saved.file_id);
        return saved;
      },
    };
  }

  const files = filesFor('chat');
  const readText = async (reference: unknown) => {
    const { attachment, content } = await files.read(reference);
    const read = await services.reader.read({ attachment, content }, { owner: userId, signal, pay });
    return { attachment, ...read };
  };

  const { runForUser } = services;
  const runnerFor = (run: RunForUser, idempotencyKey: string): RunWorkflow => {
    return async request => {
      const outcome = await run(user, request, { idempotencyKey, isNamed: mayRead, signal });
      for (const fileId of outcome.fileIds ?? []) createdFiles.add(fileId);
      return outcome;
    };
  };

  const call: UserTools['call'] = async (box, tool, params, idempotencyKey, printed) => {
    const use = services.credentials.open({ ...place, user, runId: null, signal });
    const context: ToolContext = {
      signal,
      idempotencyKey,
      files: options.files ?? withRedactedFiles(filesFor(idempotencyKey), use),
      http: use,
      connect: use.connect,
      progress: () => {},
      startedAt,
      user,
      runId: null,
      nextTriggerDepth: 0,
      readText,
      pay,
      ...(runForUser && { runWorkflow: runnerFor(runForUser, idempotencyKey) }),
    };
    return withRedaction(use, () => box.call(tool, params, context, printed));
  };

  return { call, readText, files };
}

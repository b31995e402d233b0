/** The context of tools in a chat: they act with the rights of the user, on the files that the conversation names. */
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import type { CredentialUse, CredentialUses } from '../credentials/contract.ts';
import { withRedaction } from '../credentials/redaction.ts';
import type { HeddleDatabase } from '../database.ts';
import type { DocumentReader } from '../documents/reader.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { FileText, StepFiles, StepOutcome } from '../nodes/step.ts';
import type { ToolContext } from '../tools/contract/tool.ts';
import type { ToolBox } from '../tools/registry.ts';
import { type Entry, isQuestion } from './conversations.ts';

export interface ChatToolServices {
  database: HeddleDatabase;
  files: FileServices;
  credentials: CredentialUses;
  reader: DocumentReader;
}

interface ChatTools {
  /** Calls a tool with an idempotency key of its own. The values of credentials are not in its result. */
  call(box: ToolBox, name: string, params: Record<string, unknown>, idempotencyKey: string): Promise<StepOutcome>;
  readText(reference: unknown): Promise<FileText>;
  files: StepFiles;
}

/** `entries` grows during the conversation. */
export function createChatTools(
  services: ChatToolServices,
  chat: { caller: Caller; entries: readonly Entry[]; isSent(fileId: string): boolean; signal: AbortSignal },
): ChatTools {
  const { caller, entries, isSent, signal } = chat;
  const { userId, email, name } = caller;
  const user = { id: userId, email, name };
  const pay = createPay(services.database, payingAccount(userId, null), signal);
  const startedAt = new Date();
  const createdFiles = new Set<string>();
  // Only the user can name files. What a tool or a file says must not make other files of the user readable.
  const isNamed = (fileId: string) =>
    createdFiles.has(fileId) || isSent(fileId) || entries.some(entry => namesFile(entry, fileId));

  function filesFor(idempotencyKey: string, redact: CredentialUse['redactBytes']): StepFiles {
    const files = createStepFiles({
      ...services.files,
      userId,
      organizationId: null,
      runId: null,
      isNamed,
      idempotencyKey,
      signal,
    });
    return {
      read: files.read,
      async save(file) {
        const saved = await files.save({ ...file, content: redact(file.content) });
        createdFiles.add(saved.file_id);
        return saved;
      },
    };
  }

  const files = filesFor('chat', content => content);
  const readText = async (reference: unknown) => {
    const { attachment, content } = await files.read(reference);
    const read = await services.reader.read({ attachment, content }, { owner: userId, signal, pay });
    return { attachment, ...read };
  };
  async function call(box: ToolBox, name: string, params: Record<string, unknown>, idempotencyKey: string) {
    const use = services.credentials.open({
      user,
      runId: null,
      workflowId: null,
      nodeId: null,
      markers: new Map(),
      signal,
    });
    const context: ToolContext = {
      signal,
      idempotencyKey,
      files: filesFor(idempotencyKey, use.redactBytes),
      http: use,
      progress: () => {},
      startedAt,
      user,
      runId: null,
      nextTriggerDepth: 0,
      readText,
      pay,
    };
    return withRedaction(use, () => box.call(name, params, context));
  }
  return { call, readText, files };
}

function namesFile(entry: Entry, fileId: string): boolean {
  const { content, files } = entry;
  if (files.some(file => file.file_id === fileId)) return true;
  return isQuestion(entry) && content.toLowerCase().includes(fileId);
}

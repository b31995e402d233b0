/** The context of tools in a chat: they act with the rights of the user, on the files that the conversation names. */
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import type { HeddleDatabase } from '../database.ts';
import type { DocumentReader } from '../documents/reader.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { FileText, StepFiles } from '../nodes/step.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { ToolContext } from '../tools/contract/tool.ts';
import { type Entry, isQuestion } from './conversations.ts';

export interface ChatToolServices {
  database: HeddleDatabase;
  files: FileServices;
  http: OutboundHttp;
  reader: DocumentReader;
}

interface ChatTools {
  /** Each call has its own idempotency key. */
  context(idempotencyKey: string): ToolContext;
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

  function filesFor(idempotencyKey: string): StepFiles {
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
        const saved = await files.save(file);
        createdFiles.add(saved.file_id);
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
  const request: OutboundHttp['request'] = given => services.http.request(given);
  const context = (idempotencyKey: string): ToolContext => ({
    signal,
    idempotencyKey,
    files: filesFor(idempotencyKey),
    http: { request },
    progress: () => {},
    startedAt,
    user,
    runId: null,
    nextTriggerDepth: 0,
    readText,
    pay,
  });
  return { context, readText, files };
}

function namesFile(entry: Entry, fileId: string): boolean {
  const { content, files } = entry;
  if (files.some(file => file.file_id === fileId)) return true;
  return isQuestion(entry) && content.toLowerCase().includes(fileId);
}

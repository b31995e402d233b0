/** Reads the conversations of a user for the console. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { isUuid } from '../platform/ids.ts';
import { toStorableText } from '../platform/postgres/storable-text.ts';
import { SLOW_SEARCH, withQuerySlot } from '../query/slow-queries.ts';
import { toMessage } from './chat.ts';
import type {
  ConsoleConversation,
  ConversationListRequest,
  ConversationPage,
  ConversationRequest,
  ConversationTitle,
  ListedConversation,
} from './console-schemas.ts';
import { belongsToActiveRun, CHAT_HOLDER } from './conversations.ts';
import { visibleConversations } from './listing.ts';
import { attachToolUses, type HiddenEntry } from './tool-uses.ts';

const { toolCharacters, shownMessages } = fixedLimits.chat;
const DEFAULT_CONVERSATIONS = 50;

export async function listConversations(
  db: Query,
  caller: Caller,
  request: ConversationListRequest,
): Promise<ConversationPage> {
  return request.text
    ? withQuerySlot(db, SLOW_SEARCH, db => readPage(db, caller, request))
    : readPage(db, caller, request);
}

async function readPage(
  db: Query,
  caller: Caller,
  { text, assistant_id, limit = DEFAULT_CONVERSATIONS, before }: ConversationListRequest,
): Promise<ConversationPage> {
  let query = selectListed(db, caller)
    .orderBy('conversations.updated_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(limit + 1);
  if (text) query = query.where(sql<boolean>`strpos(lower(conversations.title), ${text.toLowerCase()}) > 0`);
  if (assistant_id !== undefined) query = query.where('conversations.assistant_id', '=', assistant_id);
  if (before !== undefined) {
    const { updatedAt, id } = readCursor(before);
    query = query.where(sql<boolean>`(conversations.updated_at, conversations.id) < (${updatedAt}, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const items = rows.slice(0, limit).map(toListed);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? `${last.updated} ${last.id}` : null };
}

function readCursor(cursor: string): { updatedAt: Date; id: string } {
  const [time = '', id = ''] = cursor.split(' ');
  const updatedAt = new Date(/^\d+$/.test(time) ? Number(time) : Number.NaN);
  if (Number.isNaN(updatedAt.getTime()) || !isUuid(id)) throw validationError('before', 'is not the `next` of a page');
  return { updatedAt, id };
}

/** Reads the latest messages, or those before a position. */
export async function readConsoleConversation(
  db: Query,
  caller: Caller,
  { conversation_id: id, limit = shownMessages, before = 2 ** 31 - 1 }: ConversationRequest,
): Promise<ConsoleConversation> {
  const row = await selectListed(db, caller).where('conversations.id', '=', id).executeTakeFirst();
  if (!row) throw entityNotFound();
  const latest = await db
    .selectFrom('messages')
    // Without the details: the texts of documents in a question are long, and not shown.
    .select(['id', 'conversation_id', 'position', 'role', 'content', 'model', 'files', 'credits', 'created_at'])
    .where('conversation_id', '=', id)
    .where('shown', '=', true)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = latest.slice(0, limit).reverse();
  const after = shown[0]?.role === 'user' ? shown[0].position : (latest[limit]?.position ?? -1);
  const hidden = await readHidden(db, id, { after, before });
  const { sum } = await db
    .selectFrom('messages')
    .select(sql<number>`coalesce(sum(credits), 0)`.as('sum'))
    .where('conversation_id', '=', id)
    .where('shown', '=', true)
    .executeTakeFirstOrThrow();
  const { messages, unfinished } = attachToolUses(
    shown.map(entry => ({ ...toMessage(entry), position: entry.position })),
    hidden,
  );
  return { ...toListed(row), credits: sum, messages, unfinished, has_earlier: latest.length > limit };
}

/** The database cuts what is too long to show, because a conversation may hold many megabytes of it. */
async function readHidden(
  db: Query,
  id: string,
  { after, before }: { after: number; before: number },
): Promise<HiddenEntry[]> {
  const { rows } = await sql<HiddenEntry>`
    SELECT position, role, left(content, ${toolCharacters}) AS content,
      coalesce((SELECT json_agg(json_build_object('id', call ->> 'id', 'name', call ->> 'name',
          'input_json', left(coalesce(call -> 'input', 'null')::text, ${toolCharacters})))
        FROM json_array_elements(details -> 'calls') AS call), '[]') AS calls,
      coalesce((SELECT json_agg(json_build_object('callId', result ->> 'callId', 'failed', result -> 'failed',
          'text', left(result ->> 'text', ${toolCharacters})))
        FROM json_array_elements(details -> 'results') AS result), '[]') AS results
    FROM messages
    WHERE conversation_id = ${id} AND NOT shown AND position > ${after} AND position < ${before}
    ORDER BY position`.execute(db);
  return rows;
}

export async function renameConversation(
  db: Query,
  caller: Caller,
  { conversation_id: id, title }: ConversationTitle,
): Promise<void> {
  const trimmed = toStorableText(title.trim());
  if (trimmed === '') throw validationError('title', 'must not be empty');
  const renamed = await db
    .updateTable('conversations')
    .set({ title: trimmed })
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('messages', '>', 0)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw entityNotFound();
}

/** A run or an assistant may be named here though the user can not open it any more: they took part in it. */
function selectListed(db: Query, caller: Caller) {
  return visibleConversations(db, caller)
    .leftJoin('assistants', 'assistants.id', 'conversations.assistant_id')
    .leftJoin('runs', 'runs.id', 'conversations.run_id')
    .select([
      'assistants.name as assistant_name',
      'assistants.workflow_id as assistant_workflow_id',
      'runs.workflow_id as run_workflow_id',
      'runs.workflow_name as run_workflow_name',
      sql<boolean>`coalesce(conversations.claimed_until > now(), false)`.as('is_claimed'),
      belongsToActiveRun.as('is_open'),
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>;

function toListed(row: ListedRow): ListedConversation {
  const { id, title, created_at, updated_at, model, assistant_id, run_id, messages } = row;
  return {
    id,
    title,
    created: created_at.getTime(),
    updated: updated_at.getTime(),
    model,
    assistant:
      assistant_id === null
        ? null
        : { id: assistant_id, name: row.assistant_name ?? '', workflow_id: row.assistant_workflow_id },
    run:
      run_id === null || row.run_workflow_id === null
        ? null
        : { id: run_id, workflow_id: row.run_workflow_id, workflow_name: row.run_workflow_name ?? '' },
    message_count: messages,
    answering: findAnswering(row),
  };
}

function findAnswering({ is_claimed, is_open, claimed_by }: ListedRow): 'chat' | 'run' | null {
  if (is_open) return 'run';
  if (!is_claimed) return null;
  return claimed_by?.startsWith(CHAT_HOLDER) ? 'chat' : 'run';
}

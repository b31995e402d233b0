/**
 * Listens for the changes of a database: makes what it needs there, and follows the log.
 *
 *   the row of the slot ──▶ publication and slot at the source ──▶ changes ── accepted: runs and position in one
 *   transaction ──▶ confirmed to the source, which then forgets them
 *
 * A process that dies after it has accepted and before it has confirmed begins again at the position that it saved.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { DatabaseChangeParams } from '../../nodes/triggers/database-change.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { PostgresServer } from '../../tools/postgres/connecting.ts';
import { DATABASE_CHANGE_TRIGGER } from '../../workflows/replication-slots.ts';
import type { ConsumedMessage, ConsumerKind, Consumption } from '../consumers/consumer-kind.ts';
import { permitServer, withConnection } from './connecting.ts';
import { parseLsn, writeLsn } from './lsn.ts';
import { decodeMessage } from './pgoutput.ts';
import { type ReplicationStream, startStream } from './replication-stream.ts';
import { type ChangeReader, createChangeReader, type LogPosition } from './row-changes.ts';
import { type Slot, slotName, toTarget } from './slot.ts';
import { giveUpLost, markMade, openSlot, recordLag, type SlotServices } from './slots.ts';
import {
  CHANGE_KINDS,
  checkSource,
  endReaders,
  ensurePublication,
  ensureSlot,
  readSlot,
  startCommand,
} from './source.ts';

export interface DatabaseChangeServices extends SlotServices {
  /** How many bytes of log a source may keep before the owner is told. */
  lagBytes: number;
}

const limits = fixedLimits.databaseChange;
const { messages: batchMessages } = fixedLimits.consumer;

export function databaseChangeKind(services: DatabaseChangeServices): ConsumerKind {
  return { type: DATABASE_CHANGE_TRIGGER, consume: consumption => listen(services, consumption) };
}

async function listen(services: DatabaseChangeServices, consumption: Consumption): Promise<void> {
  let { position } = consumption;
  for (;;) position = await follow(services, { ...consumption, position });
}

/** Ends with an error, or with the position at which it goes on after a long wait. */
async function follow(services: DatabaseChangeServices, consumption: Consumption): Promise<unknown> {
  const { signal, triggerId, connect } = consumption;
  const params = consumption.params as DatabaseChangeParams;
  const target = toTarget(params);
  const slot = await openSlot(services, triggerId, target);
  const server = await permitServer(target, connect);
  return withConnection(server, { replication: true, signal }, async (client, settled) => {
    const name = slotName(slot);
    const primaryKeys = await checkSource(client, params);
    const isLost = slot.made && (await readSlot(client, name))?.isUsable !== true;
    if (isLost) await giveUpLost(services, slot);
    await ensurePublication(client, name, params);
    await ensureSlot(client, name);
    passPoint('replication.slot_made');
    await markMade(services, slot);
    const state = await readSlot(client, name);
    await recordLag(services, slot, state?.lagBytes ?? 0, services.lagBytes);
    const from = readPosition(consumption.position, slot);
    await endReaders(client, name);
    const command = startCommand(name, writeLsn(from.endLsn));
    const stream = await startStream(client, { command, fromLsn: from.endLsn, limits: limits.stream });
    settled();
    consumption.report(null);
    const rules = {
      columns: params.columns ? new Set(params.columns) : null,
      kinds: new Set(params.kinds ?? CHANGE_KINDS),
      primaryKeys,
    };
    const watching = watchLag(services, { slot, server, signal });
    try {
      return await readChanges(stream, createChangeReader(rules, from), { slot, accept: consumption.accept });
    } finally {
      stream.close();
      await watching.stop();
    }
  });
}

/**
 * Ends with an error, such as that of a connection that is closed. While the queue of the user is full for long, nothing stays
 * connected, because a server that is to stop waits for those who follow it. Then it ends with the position.
 */
async function readChanges(
  stream: ReplicationStream,
  reader: ChangeReader,
  { slot, accept }: { slot: Slot; accept: Consumption['accept'] },
): Promise<unknown> {
  let messages: ConsumedMessage[] = [];
  let bytes = 0;
  for (;;) {
    const frame = await stream.next();
    const isDone = messages.length === 0 && reader.isBetween();
    // Without anything to accept, the server need not keep what is of no interest here.
    if (frame.kind === 'looked' && isDone) stream.confirm(frame.untilLsn);
    if (frame.kind === 'message') {
      const change = reader.read(decodeMessage(frame.bytes));
      if (change) {
        messages.push({ id: `${slot.id}/${change.id}`, input: { ...change.input } });
        bytes += frame.bytes.length;
      }
    }
    const isFull = messages.length >= batchMessages || bytes >= limits.batchBytes;
    const isPause = messages.length > 0 && reader.isBetween() && !stream.hasArrived();
    if (!isFull && !isPause) continue;
    const position = reader.position();
    const saved = writePosition(position, slot);
    const timer = setTimeout(() => stream.close(), limits.holdSeconds * 1000);
    await accept(messages, saved).finally(() => clearTimeout(timer));
    passPoint('replication.accepted');
    if (stream.isClosed()) return saved;
    stream.confirm(position.endLsn);
    messages = [];
    bytes = 0;
  }
}

function writePosition({ endLsn, within }: LogPosition, { id }: Slot) {
  return {
    ...{ slot: id, end: writeLsn(endLsn) },
    ...(within && { within: { commit: writeLsn(within.commitLsn), changes: within.changes } }),
  };
}

const BEGINNING: LogPosition = { endLsn: 0n, within: null };

/** The position in another slot says nothing: the server knows where this one begins. */
function readPosition(position: unknown, { id }: Slot): LogPosition {
  const { slot, end, within } = (position ?? {}) as Partial<ReturnType<typeof writePosition>>;
  if (slot !== id || end === undefined) return BEGINNING;
  return {
    endLsn: parseLsn(end),
    within: within ? { commitLsn: parseLsn(within.commit), changes: within.changes } : null,
  };
}

/** A slot falls behind when runs are queued more slowly than rows change, or while a long transaction is open there. */
function watchLag(
  services: DatabaseChangeServices,
  { slot, server, signal }: { slot: Slot; server: PostgresServer; signal: AbortSignal },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const look = async () => {
    const ends = AbortSignal.any([signal, stopping.signal]);
    const state = await withConnection(server, { replication: false, signal: ends }, client =>
      readSlot(client, slotName(slot)),
    );
    if (state) await recordLag(services, slot, state.lagBytes, services.lagBytes);
  };
  // What is wrong with the server ends the stream as well, and is told from there.
  const periodic = runPeriodically(limits.lookSeconds * 1000, look, () => {});
  return {
    stop() {
      stopping.abort();
      return periodic.stop();
    },
  };
}

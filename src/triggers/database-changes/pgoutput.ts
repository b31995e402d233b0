/**
 * Reads the messages of `pgoutput`, version 1, with which a PostgreSQL server tells what a transaction has changed:
 * https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 */
import { ByteReader } from './byte-reader.ts';

/** NULL, a text as the server writes it, or undefined for a long value that the server left out because it is as before. */
export type ColumnText = string | null | undefined;

export interface RelationColumn {
  name: string;
  /** Whether the replica identity of the table has it. With REPLICA IDENTITY FULL each column is part of it. */
  isKey: boolean;
  typeId: number;
}

/** A table, as the server describes it before its first change, and again after it was altered. */
export interface Relation {
  kind: 'relation';
  id: number;
  schema: string;
  name: string;
  isFull: boolean;
  columns: RelationColumn[];
}

interface OldRow {
  /** Of a `key`, only the columns of the replica identity count; the others are NULL, whatever they were. */
  part: 'key' | 'row';
  values: ColumnText[];
}

export interface RowChange {
  kind: 'insert' | 'update' | 'delete';
  relationId: number;
  old: OldRow | null;
  new: ColumnText[] | null;
}

export interface Begin {
  kind: 'begin';
  /** Where the commit of the transaction is in the log: no other transaction has the same. */
  commitLsn: bigint;
  committedAt: Date;
}

export interface Commit {
  kind: 'commit';
  commitLsn: bigint;
  /** The end of the transaction: whoever has confirmed it does not get the transaction again. */
  endLsn: bigint;
}

/** What says nothing about rows: the origin of a transaction, types, messages of applications, truncated tables. */
interface Other {
  kind: 'other';
}

export type LogicalMessage = Begin | Commit | Relation | RowChange | Other;

/** The server sent what is no message of `pgoutput`. */
export class BrokenMessage extends Error {
  override readonly name = 'BrokenMessage';
}

const OTHERS = 'OYMT';

/** Throws `BrokenMessage`. */
export function decodeMessage(bytes: Buffer): LogicalMessage {
  const reader = new ByteReader(bytes);
  try {
    const message = readMessage(reader);
    if (message.kind !== 'other') reader.requireEnd();
    return message;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BrokenMessage('a message of the server ends too early, or too late', { cause: error });
  }
}

function readMessage(reader: ByteReader): LogicalMessage {
  const type = reader.letter();
  switch (type) {
    case 'B':
      return readBegin(reader);
    case 'C':
      return readCommit(reader);
    case 'R':
      return readRelation(reader);
    case 'I': {
      const relationId = reader.uint32();
      requireLetter(reader, 'N');
      return { kind: 'insert', relationId, old: null, new: readRow(reader) };
    }
    case 'U':
      return readUpdate(reader);
    case 'D': {
      const relationId = reader.uint32();
      return { kind: 'delete', relationId, old: readOldRow(reader, reader.letter()), new: null };
    }
    default:
      if (OTHERS.includes(type)) return { kind: 'other' };
      throw unknownLetter(type);
  }
}

function readBegin(reader: ByteReader): Begin {
  const commitLsn = reader.uint64();
  const committedAt = reader.time();
  reader.uint32(); // the id of the transaction
  return { kind: 'begin', commitLsn, committedAt };
}

function readCommit(reader: ByteReader): Commit {
  reader.uint8(); // flags, of which there are none yet
  const commitLsn = reader.uint64();
  const endLsn = reader.uint64();
  reader.time();
  return { kind: 'commit', commitLsn, endLsn };
}

function readRelation(reader: ByteReader): Relation {
  const id = reader.uint32();
  // The schema with the tables of the system has an empty name here.
  const schema = reader.text() || 'pg_catalog';
  const name = reader.text();
  const isFull = reader.letter() === 'f';
  const columns = Array.from({ length: reader.uint16() }, () => {
    const isKey = reader.uint8() === 1;
    const column = { name: reader.text(), isKey, typeId: reader.uint32() };
    reader.uint32(); // the length or precision of the type
    return column;
  });
  return { kind: 'relation', id, schema, name, isFull, columns };
}

function readUpdate(reader: ByteReader): RowChange {
  const relationId = reader.uint32();
  const letter = reader.letter();
  if (letter === 'N') return { kind: 'update', relationId, old: null, new: readRow(reader) };
  const old = readOldRow(reader, letter);
  requireLetter(reader, 'N');
  return { kind: 'update', relationId, old, new: readRow(reader) };
}

function readOldRow(reader: ByteReader, letter: string): OldRow {
  if (letter !== 'K' && letter !== 'O') throw unknownLetter(letter);
  return { part: letter === 'K' ? 'key' : 'row', values: readRow(reader) };
}

function readRow(reader: ByteReader): ColumnText[] {
  return Array.from({ length: reader.uint16() }, () => {
    const letter = reader.letter();
    if (letter === 'n') return null;
    if (letter === 'u') return undefined;
    if (letter === 't') return reader.sizedText();
    throw unknownLetter(letter);
  });
}

function requireLetter(reader: ByteReader, expected: string): void {
  const letter = reader.letter();
  if (letter !== expected) throw unknownLetter(letter);
}

function unknownLetter(letter: string): BrokenMessage {
  return new BrokenMessage(`the server sent '${letter}', which means nothing here`);
}

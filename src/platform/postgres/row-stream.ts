/**
 * Reads the rows of a statement as they are taken, whatever their number and size. While enough of them wait, nothing more
 * is read from the connection, and so the server waits as well. A cursor would give a number of rows at once, however
 * long they are.
 */
import pg from 'pg';

/** How many characters may wait to be taken. */
const WAITING_CHARACTERS = 4_000_000;

/** Returns the texts in the column `line`. Its connection is destroyed when somebody stops before the last row. */
export async function* streamRows(client: pg.Client, statement: string): AsyncGenerator<string, void, void> {
  const { stream } = client.connection;
  const query = new pg.Query<{ line: string }>(statement);
  let rows: string[] = [];
  let characters = 0;
  let isDone = false;
  let failure: Error | undefined;
  let changed = Promise.withResolvers<void>();
  query.on('row', ({ line }: { line: string }) => {
    rows.push(line);
    characters += line.length;
    if (characters >= WAITING_CHARACTERS) stream.pause();
    changed.resolve();
  });
  query.once('end', () => {
    isDone = true;
    changed.resolve();
  });
  query.once('error', error => {
    failure = error;
    changed.resolve();
  });
  client.query(query);
  try {
    for (;;) {
      await changed.promise;
      changed = Promise.withResolvers();
      const some = rows;
      rows = [];
      characters = 0;
      yield* some;
      if (failure) throw failure;
      if (isDone && rows.length === 0) return;
      stream.resume();
    }
  } finally {
    if (!isDone && !failure) stream.destroy();
  }
}

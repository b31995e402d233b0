/** The table of this browser in which unsaved work is kept. A browser may refuse it, for example in private windows. */

export interface WorkKey {
  userId: string;
  workflowId: string;
  tabId: string;
}

export interface WorkEntry extends WorkKey {
  keptAt: number;
  /** Identifies the page that wrote it. */
  page: string;
  /** A copy that shares what the versions in it share. */
  work: unknown;
}

export interface WorkTable {
  /** Returns all entries of a user for a workflow. What is there may come from an older console. */
  list(userId: string, workflowId: string): Promise<unknown[]>;
  put(entry: WorkEntry): Promise<void>;
  /** Removes the entry if one of these pages wrote it, or, without pages, whoever did. */
  remove(key: WorkKey, pages?: ReadonlySet<string>): Promise<void>;
  removeOlderThan(time: number): Promise<void>;
}

const DATABASE = 'heddle';
const TABLE = 'unsaved work';
const BY_TIME = 'by time';

export function openWorkTable(): WorkTable {
  let opened: Promise<IDBDatabase> | undefined;
  /** Transactions take effect in the order in which they begin, also those of two pages. */
  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    opened ??= openDatabase(() => {
      opened = undefined;
    });
    return (await opened).transaction(TABLE, mode);
  }
  async function write(change: (table: IDBObjectStore) => void): Promise<void> {
    const transaction = await begin('readwrite');
    change(transaction.objectStore(TABLE));
    await ended(transaction);
  }
  return {
    async list(userId, workflowId) {
      const table = (await begin('readonly')).objectStore(TABLE);
      // An array comes after every text.
      return answer(table.getAll(IDBKeyRange.bound([userId, workflowId], [userId, workflowId, []])));
    },
    async put(entry) {
      const transaction = await begin('readwrite');
      transaction.objectStore(TABLE).put(entry);
      // The page may be gone before its next task.
      transaction.commit();
      await ended(transaction);
    },
    remove: (key, pages) =>
      write(table => {
        const place = [key.userId, key.workflowId, key.tabId];
        const found = table.get(place);
        found.onsuccess = () => {
          const { page }: Partial<WorkEntry> = found.result ?? {};
          if (!pages || (page !== undefined && pages.has(page))) table.delete(place);
        };
      }),
    removeOlderThan: time =>
      write(table => {
        const cursor = table.index(BY_TIME).openCursor(IDBKeyRange.upperBound(time, true));
        cursor.onsuccess = () => {
          cursor.result?.delete();
          cursor.result?.continue();
        };
      }),
  };
}

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const table = request.result.createObjectStore(TABLE, { keyPath: ['userId', 'workflowId', 'tabId'] });
    table.createIndex(BY_TIME, 'keptAt');
  };
  return answer(request).then(database => {
    const close = () => {
      database.close();
      onClosed();
    };
    database.onversionchange = close;
    database.onclose = close;
    return database;
  });
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** A test database whose connections can be cut and restored, as when a server or a network fails. */
import type { TestDatabase } from '../support/database.ts';
import { type OpenedProxy, openProxy } from '../support/proxy.ts';

export interface DatabaseProxy extends Pick<OpenedProxy, 'cut' | 'mend' | 'forget'> {
  /** The same database, reached through the proxy. */
  database: TestDatabase;
}

export async function openDatabaseProxy(database: TestDatabase): Promise<DatabaseProxy> {
  const { url, cut, mend, forget } = await openProxy(database, (client, server) => {
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
  });
  return {
    database: {
      ...database,
      url,
      async drop() {
        await cut();
        await database.drop();
      },
    },
    cut,
    mend,
    forget,
  };
}

/** Reads the mails that a service has put into its outbox. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestService } from '../support/service.ts';

export async function mailsTo({ dataFolder }: TestService, email: string): Promise<Email[]> {
  const folder = path.join(dataFolder, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter(name => name.endsWith('.eml'))
      .map(async name => PostalMime.parse(await readFile(path.join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

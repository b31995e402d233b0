/** Looks for texts in everything that a dump of the database would contain. */
import type { Pool } from '../../src/platform/postgres/pool.ts';

/** Returns the tables that contain one of the texts: as it is, or in bytes, in base64 or in hex. */
export async function findInDump(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const forms = texts.flatMap(text => {
    const bytes = Buffer.from(text);
    return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  });
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name} AS row CROSS JOIN unnest($1::text[]) AS form
         WHERE strpos(row::text, form) > 0) AS found`,
      [forms],
    );
    if (rows[0]?.found) found.push(name);
  }
  return found;
}

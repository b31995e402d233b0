/**
 * The names of connectors and MCP servers. The names of their tools begin with them, so each owner has only one of each
 * name (the database sees to that). Of several that a user may use, their own goes first, then those of their groups and
 * organizations, and then what others share with them. So nobody takes over a name by sharing something.
 */
import { type SqlBool, sql } from 'kysely';
import { isWithinRights, readStanding, type Standing } from '../accounts/ownership.ts';
import type { Query } from '../database.ts';
import { nameReserved, sourceNameTaken } from '../errors.ts';
import { errorCode } from '../platform/error-details.ts';
import type { ToolUser } from '../tools/contract/tool.ts';

export interface ToolPrefix {
  kind: 'connector' | 'mcp_server';
  id: string;
  name: string;
}

/** Returns what the user has, the first first, or only what these tools may belong to. */
export async function findToolPrefixes(
  db: Query,
  user: ToolUser,
  toolNames?: readonly string[],
): Promise<ToolPrefix[]> {
  const standing = await readStanding(db, { userId: user.id, email: user.email });
  const select = (kind: ToolPrefix['kind'], table: string, condition: ReturnType<typeof sql<SqlBool>>) => sql`
    SELECT ${sql.lit(kind)} AS kind, id, name, created_at, ${rank(standing)} AS rank FROM ${sql.table(table)}
    WHERE ${isWithinRights(table, standing)} AND ${condition} AND ${startsOneOf(toolNames)}`;
  const { rows } = await sql<ToolPrefix>`
    SELECT kind, id, name FROM (
      ${select('connector', 'connectors', sql`true`)} UNION ALL ${select('mcp_server', 'mcp_servers', sql`enabled`)}
    ) AS prefixes
    ORDER BY rank, created_at, id`.execute(db);
  const first = new Map(rows.toReversed().map(row => [row.name, row]));
  return rows.filter(row => first.get(row.name) === row);
}

function rank({ userId, groups, organizations }: Standing) {
  return sql`CASE
    WHEN created_by = ${userId} AND group_id IS NULL AND organization_id IS NULL THEN 0
    WHEN group_id = ANY (${[...groups]}::uuid[]) OR organization_id = ANY (${[...organizations.keys()]}::uuid[]) THEN 1
    ELSE 2 END`;
}

function startsOneOf(toolNames: readonly string[] | undefined) {
  if (toolNames === undefined) return sql<SqlBool>`true`;
  return sql<SqlBool>`EXISTS (
    SELECT FROM unnest(${toolNames}::text[]) AS named (tool) WHERE starts_with(named.tool, name || '_'))`;
}

/** Tools of Heddle as an MCP server begin with these: `run_<workflow>`, `workflow_run_get`, `approval_decide`. */
const RESERVED = /^(run|workflow|approvals?)(_|$)/;

export function requireAllowedPrefix(name: string): void {
  if (RESERVED.test(name)) throw nameReserved(name);
}

const UNIQUE_VIOLATION = '23505';

/** For `.catch` after a connector or an MCP server was written. */
export function explainTakenPrefix(name: string): (error: unknown) => never {
  return error => {
    throw errorCode(error) === UNIQUE_VIOLATION ? sourceNameTaken(name) : error;
  };
}

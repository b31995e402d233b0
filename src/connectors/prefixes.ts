/**
 * The names of connectors and MCP servers. The names of their tools begin with them, so each owner has only one of each
 * name (the database sees to that). Of several that a user may use, their own goes first, then those of their groups and
 * organizations, and then what others share with them. So nobody takes over a name by sharing something.
 */
import { type SqlBool, sql } from 'kysely';
import { isUsableBy, type Memberships, readMemberships } from '../accounts/sharing/rights.ts';
import type { Query } from '../database.ts';
import { nameReserved, sourceNameTaken } from '../errors.ts';
import { errorCode } from '../platform/error-details.ts';
import type { ToolUser } from '../tools/contract/tool.ts';
import { isReserved, type TakenNames } from './names.ts';

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
  const memberships = await readMemberships(db, { userId: user.id, email: user.email });
  const select = (kind: ToolPrefix['kind'], table: string, condition: ReturnType<typeof sql<SqlBool>>) => sql`
    SELECT ${sql.lit(kind)} AS kind, id, name, created_at, ${rank(memberships)} AS rank FROM ${sql.table(table)}
    WHERE ${isUsableBy(table, memberships)} AND ${condition} AND ${startsOneOf(toolNames)}`;
  const { rows } = await sql<RankedPrefix>`
    SELECT kind, id, name, rank FROM (
      ${select('connector', 'connectors', sql`true`)} UNION ALL ${select('mcp_server', 'mcp_servers', sql`enabled`)}
    ) AS prefixes
    ORDER BY rank, created_at, id`.execute(db);
  const first = new Map(rows.toReversed().map(row => [row.name, row]));
  return rows.filter(row => first.get(row.name) === row && isInOwnNamespace(row, rows, toolNames));
}

interface RankedPrefix extends ToolPrefix {
  /** The smaller, the nearer to the user. */
  rank: number;
}

/**
 * The tool `crm_eu_find` may be of `crm_eu` or of `crm`. What is nearer to the user decides, so that nobody takes over a
 * tool of `crm` by sharing something named `crm_eu`.
 */
function isInOwnNamespace(row: RankedPrefix, all: readonly RankedPrefix[], toolNames?: readonly string[]): boolean {
  const nearer = all.filter(({ rank }) => rank < row.rank);
  if (nearer.some(({ name }) => row.name.startsWith(`${name}_`))) return false;
  if (toolNames === undefined || nearer.length === 0) return true;
  const starts = (tool: string, name: string) => tool.startsWith(`${name}_`);
  return toolNames.some(tool => starts(tool, row.name) && !nearer.some(({ name }) => starts(tool, name)));
}

function rank({ userId, groups, organizations }: Memberships) {
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

export function requireFreePrefix(name: string, taken: TakenNames): void {
  if (RESERVED.test(name) || isReserved(name, taken)) throw nameReserved(name);
}

const UNIQUE_VIOLATION = '23505';

/** For `.catch` after a connector or an MCP server was written. */
export function explainTakenPrefix(name: string): (error: unknown) => never {
  return error => {
    throw errorCode(error) === UNIQUE_VIOLATION ? sourceNameTaken(name) : error;
  };
}

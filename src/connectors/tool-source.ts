/** The tools of connectors, for the users who may use them at that moment. */
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { TimeSlice } from '../platform/concurrency/time-slice.ts';
import type { ForeignCheck } from '../tools/contract/foreign-params.ts';
import type { Knowledge, PersonalToolSource, Tool, ToolUser } from '../tools/contract/tool.ts';
import { currentDocument } from './documents.ts';
import { parseSearchTool, SEARCH_TOOLS } from './names.ts';
import { type CallServices, createOperationTool } from './operation-tool.ts';
import { findToolPrefixes } from './prefixes.ts';
import { createSearchTool, type SearchServices } from './search-tools.ts';
import type { ConnectorRow, OperationRow } from './tables.ts';
import { createToolCache, type SizedTool } from './tool-cache.ts';

const { connector: limits } = fixedLimits;

interface ToolSourceServices extends CallServices {
  database: HeddleDatabase;
}

export class ConnectorTools implements PersonalToolSource {
  readonly #services: ToolSourceServices;
  readonly #db: Query;
  readonly #cache = createToolCache();
  #foreignCheck: ForeignCheck | undefined;

  constructor(services: ToolSourceServices) {
    this.#services = services;
    this.#db = services.database.query;
  }

  async list(user: ToolUser, { isBrief = false } = {}): Promise<readonly Tool[]> {
    const listed = new Map<string, Tool>();
    for (const connector of await this.#findConnectors(user)) {
      if (listed.size >= limits.listed) break;
      const tools = await this.#listOperationTools(user, connector);
      const search = tools.length > limits.searchable ? SEARCH_TOOLS : [];
      const searching = search.flatMap(kind => this.#findSearchTool(connector, `${connector.name}_${kind}`) ?? []);
      for (const tool of [...searching, ...(isBrief && searching.length > 0 ? [] : tools)]) {
        if (listed.size < limits.listed && !listed.has(tool.name)) listed.set(tool.name, tool);
      }
    }
    return [...listed.values()];
  }

  async knows(user: ToolUser, names: readonly string[]): Promise<ReadonlyMap<string, Knowledge>> {
    const connectors = await this.#findConnectors(user, names);
    if (connectors.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('connector_operations')
      .select('tool')
      .where('tool', 'in', names)
      .where('enabled', '=', true)
      .where(
        'connector_id',
        'in',
        connectors.map(({ id }) => id),
      )
      .execute();
    const isSearch = (name: string) =>
      connectors.some(connector => this.#findSearchTool(connector, name) !== undefined);
    const known = [...rows.map(({ tool }) => tool), ...names.filter(isSearch)];
    return new Map<string, Knowledge>(known.map(name => [name, 'yes']));
  }

  async find(user: ToolUser, name: string): Promise<Tool | undefined> {
    for (const connector of await this.#findConnectors(user, [name])) {
      const tool = this.#findSearchTool(connector, name) ?? (await this.#findOperationTool(connector, { tool: name }));
      if (tool) return tool;
    }
    return undefined;
  }

  /** The connectors of the user, the first first, or only those to which these tools may belong. */
  async #findConnectors(user: ToolUser, names?: readonly string[]): Promise<ConnectorRow[]> {
    const prefixes = await findToolPrefixes(this.#db, user, names);
    const ids = prefixes.filter(({ kind }) => kind === 'connector').map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await this.#db.selectFrom('connectors').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map(row => [row.id, row]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }

  #toSized(connector: ConnectorRow, row: OperationRow): SizedTool {
    return { tool: createOperationTool(connector, row, this.#services), characters: row.input_schema.length };
  }

  async #listOperationTools(user: ToolUser, connector: ConnectorRow): Promise<readonly Tool[]> {
    const { id, version } = connector;
    const cached = this.#cache.list(id, version);
    if (cached) return cached;
    const rows = await this.#db
      .selectFrom('connector_operations')
      .selectAll()
      .where('document_id', '=', currentDocument(id))
      .where('enabled', '=', true)
      .orderBy('position')
      .execute();
    const slice = new TimeSlice(user.id);
    const tools: SizedTool[] = [];
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      tools.push(this.#toSized(connector, row));
    }
    return this.#cache.add(id, version, tools, { isComplete: true });
  }

  /** Finds the tool of an enabled operation by one of its names. */
  async #findOperationTool(connector: ConnectorRow, by: { tool: string } | { name: string }) {
    const { id, version } = connector;
    const cached = 'tool' in by ? this.#cache.find(id, version, by.tool) : undefined;
    if (cached) return cached;
    const row = await this.#db
      .selectFrom('connector_operations')
      .selectAll()
      .where('document_id', '=', currentDocument(id))
      .where('enabled', '=', true)
      .where(select => ('tool' in by ? select('tool', '=', by.tool) : select('name', '=', by.name)))
      .executeTakeFirst();
    if (!row) return undefined;
    const [tool] = this.#cache.add(id, version, [this.#toSized(connector, row)], { isComplete: false });
    return tool;
  }

  #findSearchTool(connector: ConnectorRow, name: string): Tool | undefined {
    const parsed = parseSearchTool(name);
    if (!parsed || parsed.connector !== connector.name) return undefined;
    const findTool = (operation: string) => this.#findOperationTool(connector, { name: operation });
    return createSearchTool(parsed.kind, connector, { db: this.#db, findTool, check: this.#check });
  }

  /** The dialects of JSON Schema are loaded only when they are needed. */
  readonly #check: SearchServices['check'] = async (...args) => {
    this.#foreignCheck ??= (await import('../tools/contract/foreign-params.ts')).createForeignCheck();
    return this.#foreignCheck(...args);
  };
}

/** Keeps tools of connectors, so that their schemas are parsed and compiled once for each version of a connector. */
import { fixedLimits } from '../configuration/limits.ts';
import type { Tool } from '../tools/contract/tool.ts';

interface CachedConnector {
  version: number;
  /** By the name of the tool. */
  tools: Map<string, Tool>;
  /** Whether these are all tools of the connector. */
  isComplete: boolean;
  /** Characters of the schemas. */
  characters: number;
}

export interface ToolCache {
  find(connectorId: string, version: number, tool: string): Tool | undefined;
  /** Undefined when not all tools of the connector are here. */
  list(connectorId: string, version: number): readonly Tool[] | undefined;
  /** Returns the tools that are kept from now on. Those that are here already stay, because their checks are compiled. */
  add(connectorId: string, version: number, tools: readonly SizedTool[], options: { isComplete: boolean }): Tool[];
}

export interface SizedTool {
  tool: Tool;
  characters: number;
}

/** What was not used for longest goes first, once there are too many characters. */
export function createToolCache(mostCharacters: number = fixedLimits.connector.cachedCharacters): ToolCache {
  const connectors = new Map<string, CachedConnector>();
  let characters = 0;

  function remove(id: string): void {
    characters -= connectors.get(id)?.characters ?? 0;
    connectors.delete(id);
  }

  function use(id: string, version: number): CachedConnector | undefined {
    const cached = connectors.get(id);
    if (!cached || cached.version !== version) return undefined;
    connectors.delete(id);
    connectors.set(id, cached);
    return cached;
  }

  return {
    find: (id, version, tool) => use(id, version)?.tools.get(tool),
    list(id, version) {
      const cached = use(id, version);
      return cached?.isComplete ? [...cached.tools.values()] : undefined;
    },
    add(id, version, tools, { isComplete }) {
      const known = use(id, version);
      if (!known) remove(id);
      const cached = known ?? { version, tools: new Map<string, Tool>(), isComplete: false, characters: 0 };
      const kept = tools.map(({ tool, characters: size }) => {
        const earlier = cached.tools.get(tool.name);
        if (earlier) return earlier;
        cached.tools.set(tool.name, tool);
        cached.characters += size;
        characters += size;
        return tool;
      });
      cached.isComplete ||= isComplete;
      connectors.set(id, cached);
      for (const oldest of connectors.keys()) {
        if (characters <= mostCharacters) break;
        remove(oldest);
      }
      return kept;
    },
  };
}

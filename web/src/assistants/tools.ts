/** Groups the tools of the catalog to choose from. PURE. */
import { assistants as texts } from '../texts/assistants.ts';

export interface ListedTool {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly category: string;
}

export interface ToolGroup {
  readonly category: string;
  readonly tools: readonly ListedTool[];
}

interface Choice {
  chosen: readonly string[];
  text: string;
  onlyChosen: boolean;
}

/** A chosen tool that the catalog does not have, because its server is away, can still be taken out. */
export function groupTools(catalog: readonly ListedTool[], { chosen, text, onlyChosen }: Choice): ToolGroup[] {
  const known = new Set(catalog.map(({ name }) => name));
  const missing = chosen
    .filter(name => !known.has(name))
    .map(name => ({ name, display_name: name, description: texts.toolGone, category: texts.otherTools }));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = [...missing, ...catalog].filter(tool => {
    const haystack = `${tool.name} ${tool.display_name} ${tool.description} ${tool.category}`.toLowerCase();
    return (!onlyChosen || chosen.includes(tool.name)) && words.every(word => haystack.includes(word));
  });
  return [...Map.groupBy(shown, ({ category }) => category)].map(([category, tools]) => ({ category, tools }));
}

/** What the palette offers, and how it is searched. */

import type { Catalog } from '../graph/catalog.ts';
import { stepIcon } from '../graph/catalog.ts';
import type { IconName } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import { fitsPlace, type NewStep, type Place } from './document/inserting.ts';

export interface PaletteEntry {
  key: string;
  title: string;
  description: string;
  /** What the step gives back, when the description says it. */
  output: string;
  icon: IconName;
  /** The title above it. The tools of each connector and MCP server have one of their own. */
  section: string;
  /** Whether it comes from a connector or an MCP server, of which there may be hundreds. */
  isForeign?: true;
  step: NewStep;
}

/** The icon that the catalog gives to the tools of other services. */
const FOREIGN_ICON = 'plug';
/** Without a search, so many tools of each service are shown; and so many entries that were found. */
const SHOWN_OF_SERVICE = 5;
const SHOWN_FOUND = 100;

const SECTIONS = { trigger: texts.triggers, action: texts.actions, logic: texts.logic } as const;

export function listEntries({ node_types, tools }: Catalog): PaletteEntry[] {
  const toolType = node_types.find(({ type }) => type === 'tool.call');
  const types = node_types.map(
    (type): PaletteEntry => ({
      key: type.type,
      title: type.title,
      ...splitDescription(type.description),
      icon: stepIcon(type.type),
      section: SECTIONS[type.category],
      step: { type },
    }),
  );
  if (!toolType) return types;
  const calls = tools.map(
    (tool): PaletteEntry => ({
      key: texts.tool(tool.name),
      title: tool.display_name,
      ...splitDescription(tool.description),
      icon: tool.icon === FOREIGN_ICON ? FOREIGN_ICON : stepIcon('tool.call'),
      section: tool.icon === FOREIGN_ICON ? tool.category : texts.tools,
      ...(tool.icon === FOREIGN_ICON && { isForeign: true }),
      step: { type: toolType, tool },
    }),
  );
  return [...types, ...calls];
}

/** An empty workflow needs a trigger, anything else mostly does not. */
export function entriesFor(entries: readonly PaletteEntry[], place: Place, hasTrigger: boolean): PaletteEntry[] {
  const fitting = entries.filter(({ step }) => fitsPlace(step.type, place));
  const isLast = ({ section }: PaletteEntry) => hasTrigger && section === 'Triggers';
  return [...fitting.filter(entry => !isLast(entry)), ...fitting.filter(isLast)];
}

/** The entries to draw, and after which of them others of its service are left out, and how many. */
export interface ShownEntries {
  entries: PaletteEntry[];
  leftOut: ReadonlyMap<PaletteEntry, number>;
}

/** A list of hundreds of tools helps nobody: a search finds the rest. */
export function shortenEntries(found: readonly PaletteEntry[], isSearch: boolean): ShownEntries {
  if (isSearch) {
    const entries = found.slice(0, SHOWN_FOUND);
    const last = entries.at(-1);
    const rest = found.length - entries.length;
    return { entries, leftOut: new Map(last && rest > 0 ? [[last, rest]] : []) };
  }
  const seen = new Map<string, PaletteEntry[]>();
  const leftOut = new Map<PaletteEntry, number>();
  const entries = found.filter(entry => {
    if (!entry.isForeign) return true;
    const ofService = seen.get(entry.section) ?? [];
    seen.set(entry.section, ofService);
    if (ofService.length < SHOWN_OF_SERVICE) return ofService.push(entry) > 0;
    const last = ofService.at(-1);
    if (last) leftOut.set(last, (leftOut.get(last) ?? 0) + 1);
    return false;
  });
  return { entries, leftOut };
}

/** Finds entries that contain every word. Titles that begin with the text come first, then titles, then the rest. */
export function searchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  return entries
    .flatMap(entry => {
      const title = entry.title.toLowerCase();
      const all = `${title} ${entry.key.toLowerCase()} ${entry.description.toLowerCase()} ${entry.section.toLowerCase()}`;
      if (!words.every(word => all.includes(word))) return [];
      return { entry, rank: rankOf(title, entry.key.toLowerCase(), words) };
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

function rankOf(title: string, key: string, words: readonly string[]): number {
  const [first = ''] = words;
  if (title.startsWith(first)) return 0;
  if (title.split(/\W+/).some(word => word.startsWith(first))) return 1;
  return title.includes(first) || key.includes(first) ? 2 : 3;
}

/** Descriptions say what the step gives back: `Calls a tool. Output: the tool's result.`, and tools say `Result:`. */
function splitDescription(description: string): { description: string; output: string } {
  const [, what = description, output = ''] = /^(.*?)\s*\b(?:Output|Result): (.*)$/s.exec(description) ?? [];
  return { description: what, output };
}

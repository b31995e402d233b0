/**
 * How a step looks: the family that tints its tile, and the icon or the letter in it. A family says what kind of thing a
 * step is, so that a large workflow can be read from afar. PURE.
 */
import type { IconName } from '../look/icons.tsx';
import { type CatalogTool, stepIcon } from './catalog.ts';
import type { GraphNode } from './definition.ts';

export type Family = 'trigger' | 'logic' | 'data' | 'ai' | 'people' | 'outside';

export interface StepLook {
  family: Family;
  icon: IconName;
  /** Of the connector whose tool the step calls, with the number of its colour. */
  letter?: { text: string; colour: number };
}

/** Types that are neither triggers nor logic by their category in the catalog. */
const FAMILIES: Readonly<Record<string, Family>> = {
  'assistant.run': 'ai',
  'ai.condition': 'ai',
  'ai.choice': 'ai',
  'human.approval': 'people',
  notify: 'people',
  transform: 'data',
  output: 'data',
  code: 'data',
  'file.to_text': 'data',
};

/** The tools of the service by the icon that the catalog gives them. Whatever is not here leaves the service. */
const TOOL_ICONS: Readonly<Record<string, [icon: IconName, family: Family]>> = {
  calendar: ['calendar-clock', 'data'],
  table: ['table', 'data'],
  'file-spreadsheet': ['table', 'data'],
  braces: ['braces', 'data'],
  fingerprint: ['shield-check', 'data'],
  binary: ['file-code', 'data'],
  'file-text': ['file-text', 'data'],
  'volume-2': ['music', 'data'],
  regex: ['type', 'data'],
  'file-search': ['file-text', 'data'],
  'file-archive': ['files', 'data'],
  'chart-bar': ['chart-column', 'data'],
  'qr-code': ['layout-grid', 'data'],
  image: ['image', 'data'],
  search: ['search', 'outside'],
  globe: ['globe', 'outside'],
  database: ['database', 'outside'],
  rss: ['rss', 'outside'],
  inbox: ['inbox', 'outside'],
  cloud: ['server', 'outside'],
};

/** The icon that the catalog gives to the tools of connectors. Their category is the title of the connector. */
const CONNECTOR_ICON = 'plug';
/** The number of colours for letters in theme.css. */
export const LETTER_COLOURS = 8;

export function lookOfStep(
  { type }: Pick<GraphNode, 'type'>,
  category: string | undefined,
  tool: Pick<CatalogTool, 'icon' | 'category'> | undefined,
): StepLook {
  if (type === 'tool.call' && tool) return lookOfTool(tool);
  return { family: familyOf(type, category), icon: stepIcon(type) };
}

export function lookOfTool({ icon, category }: Pick<CatalogTool, 'icon' | 'category'>): StepLook {
  if (icon === CONNECTOR_ICON) {
    const letter = { text: firstLetter(category), colour: colourOf(category) };
    return { family: 'outside', icon: 'plug', letter };
  }
  const [name, family] = (Object.hasOwn(TOOL_ICONS, icon) && TOOL_ICONS[icon]) || (['wrench', 'outside'] as const);
  return { family, icon: name };
}

function familyOf(type: string, category: string | undefined): Family {
  const family = Object.hasOwn(FAMILIES, type) ? FAMILIES[type] : undefined;
  if (family) return family;
  return category === 'trigger' || category === 'logic' ? category : 'outside';
}

function firstLetter(title: string): string {
  return /[\p{Letter}\p{Number}]/u.exec(title)?.[0]?.toUpperCase() ?? '?';
}

/** The same connector has the same colour everywhere, without anybody choosing one. */
function colourOf(title: string): number {
  let hash = 0;
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % LETTER_COLOURS;
}

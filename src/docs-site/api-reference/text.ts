/** The descriptions of the API document, which use a little Markdown. */
import { escapeHtml } from '../../platform/markdown/escape-html.ts';

/** Code between backquotes, and line breaks. */
export function inlineText(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map(part =>
      /^`[^`]+`$/.test(part)
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part).replaceAll(/\n+/g, '<br>'),
    )
    .join('');
}

export function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map(paragraph => `<p>${inlineText(paragraph)}</p>`)
    .join('');
}

/** `mcp-server` is `Mcp server`, and `ai_model` is `Ai model`. */
export function areaTitle(area: string): string {
  const words = area.replaceAll(/[-_]/g, ' ');
  const known = TITLES[area];
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const TITLES: Readonly<Record<string, string>> = {
  ai_model: 'AI models',
  booster: 'Panels: records and files',
  key: 'API keys',
  mcp: 'MCP',
  'mcp-server': 'MCP servers',
};

/** Small pieces of Markdown. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** A bar would end the cell, and a line break the table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const WIDTH = 110;

/** Writes JSON as people do: what fits on a line stays on it. */
export function printJson(value: unknown, indent = ''): string {
  const short = inOneLine(value);
  if (indent.length + short.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const [open, close, lines] = Array.isArray(value)
    ? ['[', ']', value.map(each => deeper + printJson(each, deeper))]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${printJson(each, deeper)}`),
      ];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inOneLine(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

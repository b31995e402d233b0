/** SVG as text. Whatever goes into it is escaped here, and nowhere else. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Markup that is already SVG. */
export class Svg {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export function element(name: string, attributes: Attributes, ...children: (Svg | string)[]): Svg {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? short(value) : String(value))}"`);
  const inner = children.map(child => (child instanceof Svg ? child.markup : escapeXml(child))).join('');
  return new Svg(`<${name}${written.join('')}>${inner}</${name}>`);
}

export function group(attributes: Attributes, children: readonly Svg[]): Svg {
  return element('g', attributes, ...children);
}

/** A hundredth of a pixel is fine enough. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids.
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** SVG as text. Whatever goes into it is escaped here, and nowhere else. */

/** Markup that is already SVG. */
export class Svg {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export function element(name: string, attributes: Readonly<Record<string, string | number>>, ...children: Svg[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return new Svg(`<${name}${written.join('')}>${children.map(({ markup }) => markup).join('')}</${name}>`);
}

function escapeXml(text: string): string {
  return withoutForbiddenCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** XML has some characters in no form, not even escaped. */
export function withoutForbiddenCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids.
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

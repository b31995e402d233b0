/** Builds HTML from texts of strangers: everything that is not HTML already is escaped. */
import { escapeHtml } from '../../platform/markdown/escape-html.ts';

/** HTML that is safe to send. */
export class Html {
  readonly #text: string;

  /** Only for HTML that was made from escaped parts. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | false | undefined | readonly Html[];

/** What is false or undefined is left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + toSafeText(parts[index])).join(''));
}

function toSafeText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  return typeof part === 'object' ? part.map(String).join('') : escapeHtml(String(part));
}

/** An attribute with a value, or nothing when there is no value. */
export function attribute(name: string, value: string | number | undefined): Html {
  return value === undefined ? html`` : html` ${new Html(name)}="${value}"`;
}

/** An attribute without a value. */
export function flag(name: string, isSet: boolean): Html {
  return new Html(isSet ? ` ${name}` : '');
}

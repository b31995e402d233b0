/**
 * Bounds for Turndown's HTML parser (domino), which has none of its own. Some of what it does for each element grows
 * with the number of open elements: 16,000 nested ones took 4 seconds, 100,000 more than a minute. And unclosed
 * formatting elements are repeated in every paragraph, so that a few kilobytes become millions of elements.
 *
 * The parser is handed to nobody, but every element that it opens goes through one method. A page that is refused is
 * refused there, before any of this has cost much.
 */
import { createRequire } from 'node:module';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';

interface ElementStack {
  readonly elements: readonly unknown[];
  push(element: unknown): void;
}

const { depth: mostOpen, elements: mostElements } = toolLimits.html;

/** Each parse has a stack of its own. */
const opened = new WeakMap<ElementStack, number>();

export function limitHtmlParser(): void {
  const turndown = createRequire(import.meta.url).resolve('turndown');
  const parser: { ElementStack: { prototype: ElementStack } } = createRequire(turndown)(
    '@mixmark-io/domino/lib/HTMLParser.js',
  );
  const stack = parser.ElementStack.prototype;
  const push = stack.push;
  stack.push = function (element) {
    const count = (opened.get(this) ?? 0) + 1;
    opened.set(this, count);
    if (this.elements.length >= mostOpen) throw nestedTooDeeply();
    if (count > mostElements) {
      throw new BadInput(`The page has more than ${mostElements.toLocaleString('en')} elements`);
    }
    push.call(this, element);
  };
}

export function nestedTooDeeply(): BadInput {
  return new BadInput('The page is nested too deeply');
}

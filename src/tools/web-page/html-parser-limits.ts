/**
 * Limits for Turndown's HTML parser (domino), which has none of its own. Some of its work for each element grows with
 * the number of open elements: 16,000 nested elements took 4 seconds, 100,000 more than a minute. Besides, unclosed
 * formatting elements are repeated in every paragraph, so that a few kilobytes become millions of elements.
 *
 * Turndown does not expose the parser, but every element that it opens goes through one method. A page is refused
 * there, before it has cost much time.
 */
import { createRequire } from 'node:module';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';

interface ElementStack {
  readonly elements: readonly unknown[];
  push(element: unknown): void;
}

const { depth: mostOpen, elements: mostElements } = toolLimits.html;

/** Counts the elements of each parse, which has its own stack. */
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

/** Sentences with elements in them, such as a time or a link. */
import { createElement, Fragment, type ReactNode } from 'react';

/** The first of the characters that no text has, which stand for the elements until the sentence is written. */
const FIRST_MARK = 0xe000;
const MARK = /([\ue000-\ue00f])/;

/** Puts elements into the places of a text's parameters. So the text is whole, in the order of words of its language. */
export function sentence(write: (...parts: string[]) => string, ...elements: readonly ReactNode[]): ReactNode[] {
  const marks = elements.map((_, index) => String.fromCharCode(FIRST_MARK + index));
  return write(...marks)
    .split(MARK)
    .map((part, index) => {
      const element = elements[part.charCodeAt(0) - FIRST_MARK];
      return element === undefined ? part : createElement(Fragment, { key: index }, element);
    });
}

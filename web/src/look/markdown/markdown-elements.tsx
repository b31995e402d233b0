/** Markdown as React elements, never as HTML: the text comes from people, models and templates. */
import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';

type ToElement = (token: Token) => ReactNode;

/** The parts of a text have no identity of their own, so they are children without keys. */
export function toBlocks(tokens: readonly Token[], toElement: ToElement): ReactNode {
  return createElement(Fragment, null, ...tokens.map(toElement));
}

/** What looks alike wherever a text stands. What is inside of the token is made by `toElement`. */
export function toCommonElement(token: Token, toElement: ToElement): ReactNode {
  const inside = (tokens: readonly Token[]) => toBlocks(tokens, toElement);
  switch (token.type) {
    case 'paragraph':
      return <p>{inside((token as Tokens.Paragraph).tokens)}</p>;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const entries = items.map(item => createElement('li', null, inside(item.tokens)));
      return createElement(ordered ? 'ol' : 'ul', ordered ? { start: start || 1 } : null, ...entries);
    }
    case 'blockquote':
      return <blockquote>{inside((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'strong':
      return <strong>{inside((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inside((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{inside((token as Tokens.Del).tokens)}</del>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
      return null;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inside(tokens) : text;
    }
    default:
      return token.raw;
  }
}

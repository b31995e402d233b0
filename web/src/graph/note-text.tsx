/** Markdown of notes as React elements, never as HTML: notes come from whoever may edit the workflow. */
import { marked, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';

export function NoteText({ text }: { text: string }) {
  return useMemo(() => toBlocks(marked.lexer(text)), [text]);
}

/** The parts of a text have no identity of their own, so they are children without keys. */
function toBlocks(tokens: readonly Token[]): ReactNode {
  return createElement(Fragment, null, ...tokens.map(toElement));
}

function toElement(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return <strong style={{ display: 'block' }}>{toBlocks((token as Tokens.Heading).tokens)}</strong>;
    case 'paragraph':
      return <p>{toBlocks((token as Tokens.Paragraph).tokens)}</p>;
    case 'list':
      return toList(token as Tokens.List);
    case 'blockquote':
      return <blockquote>{toBlocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'strong':
      return <strong>{toBlocks((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{toBlocks((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{toBlocks((token as Tokens.Del).tokens)}</del>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
      return null;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? toBlocks(tokens) : text;
    }
    // Links are plain text here: a canvas has no controls inside of its nodes. The panel of the note has the source.
    case 'link':
      return <u>{toBlocks((token as Tokens.Link).tokens)}</u>;
    default:
      return token.raw;
  }
}

function toList({ ordered, items }: Tokens.List): ReactNode {
  const entries = items.map(item => createElement('li', null, toBlocks(item.tokens)));
  return createElement(ordered ? 'ol' : 'ul', null, ...entries);
}

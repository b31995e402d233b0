import { marked, type Token, type Tokens } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { toBlocks, toCommonElement } from '../look/markdown/markdown-elements.tsx';

export function NoteText({ text }: { text: string }) {
  return useMemo(() => toBlocks(marked.lexer(text), toElement), [text]);
}

function toElement(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return <strong style={{ display: 'block' }}>{toBlocks((token as Tokens.Heading).tokens, toElement)}</strong>;
    // Links are plain text here: a canvas has no controls inside of its nodes. The panel of the note has the source.
    case 'link':
      return <u>{toBlocks((token as Tokens.Link).tokens, toElement)}</u>;
    default:
      return toCommonElement(token, toElement);
  }
}

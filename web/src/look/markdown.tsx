/** Markdown as React elements, never as HTML: the text comes from people, models and templates. */
import { marked, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import * as texts from '../texts/look.ts';
import classes from './markdown.module.css';
import { isOwnPicture, safeAddress } from './markdown-addresses.ts';

/** A text as a document of its own: with headings, tables, links and the pictures of this service. */
export function Markdown({ text }: { text: string }) {
  const content = useMemo(() => toBlocks(marked.lexer(text)), [text]);
  return <div className={classes.markdown}>{content}</div>;
}

/** The parts of a text have no identity of their own, so they are children without keys. */
function toBlocks(tokens: readonly Token[]): ReactNode {
  return createElement(Fragment, null, ...tokens.map(toElement));
}

function toElement(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      // The page has its own headings above these.
      const { depth, tokens } = token as Tokens.Heading;
      return createElement(`h${Math.min(depth + 2, 6)}`, null, toBlocks(tokens));
    }
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
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? toBlocks(tokens) : text;
    }
    case 'table':
      return toTable(token as Tokens.Table);
    case 'link':
      return toLink(token as Tokens.Link);
    case 'image':
      return toPicture(token as Tokens.Image);
    default:
      return token.raw;
  }
}

function toList({ ordered, start, items }: Tokens.List): ReactNode {
  const entries = items.map(item => createElement('li', null, toBlocks(item.tokens)));
  return createElement(ordered ? 'ol' : 'ul', ordered ? { start: start || 1 } : null, ...entries);
}

function toTable({ header, rows }: Tokens.Table): ReactNode {
  const toRow = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    createElement(
      'tr',
      null,
      ...cells.map(({ tokens, align }) =>
        createElement(tag, align === null ? null : { style: { textAlign: align } }, toBlocks(tokens)),
      ),
    );
  return (
    // A wide table scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={texts.table}>
      <table>
        <thead>{toRow('th', header)}</thead>
        {createElement('tbody', null, ...rows.map(cells => toRow('td', cells)))}
      </table>
    </section>
  );
}

function toLink({ href, tokens }: Tokens.Link): ReactNode {
  const address = safeAddress(href);
  if (address === undefined) return toBlocks(tokens);
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {toBlocks(tokens)}
    </a>
  );
}

/** Pictures of other sites would tell them who reads the text, so these are links. */
function toPicture({ href, text, title }: Tokens.Image): ReactNode {
  if (isOwnPicture(href, location.origin)) return <img src={href} alt={text || title || ''} />;
  const address = safeAddress(href);
  if (address === undefined) return text;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text || address}
    </a>
  );
}

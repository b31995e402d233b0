import { marked, type Token, type Tokens } from 'marked';
import { createElement, type ReactNode, useMemo } from 'react';
import * as texts from '../../texts/look.ts';
import classes from './markdown.module.css';
import { isOwnPicture, safeAddress } from './markdown-addresses.ts';
import { toBlocks, toCommonElement } from './markdown-elements.tsx';

/** A text as a document of its own: with headings, tables, links and the pictures of this service. */
export function Markdown({ text }: { text: string }) {
  const content = useMemo(() => toBlocks(marked.lexer(text), toElement), [text]);
  return <div className={classes.markdown}>{content}</div>;
}

function toElement(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      // The page has its own headings above these.
      const { depth, tokens } = token as Tokens.Heading;
      return createElement(`h${Math.min(depth + 2, 6)}`, null, toBlocks(tokens, toElement));
    }
    case 'table':
      return toTable(token as Tokens.Table);
    case 'link':
      return toLink(token as Tokens.Link);
    case 'image':
      return toPicture(token as Tokens.Image);
    default:
      return toCommonElement(token, toElement);
  }
}

function toTable({ header, rows }: Tokens.Table): ReactNode {
  const toRow = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    createElement(
      'tr',
      null,
      ...cells.map(({ tokens, align }) =>
        createElement(tag, align === null ? null : { style: { textAlign: align } }, toBlocks(tokens, toElement)),
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
  if (address === undefined) return toBlocks(tokens, toElement);
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {toBlocks(tokens, toElement)}
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

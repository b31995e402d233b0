import { createRequire } from 'node:module';
import TurndownService from 'turndown';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { decodePage } from './page-decoding.ts';
import { isInLayoutTable, mainElement, type PageElement, parseHtml, readAttribute } from './page-elements.ts';

export type PageInput = ({ html: string } | { content: Uint8Array; contentType: string; url: string }) & {
  mainOnly: boolean;
  links: boolean;
  images: boolean;
};

export interface PageResult {
  title: string;
  description: string;
  markdown: string;
}

/** The package has no types. */
const { gfm }: { gfm: TurndownService.Plugin } = createRequire(import.meta.url)('@joplin/turndown-plugin-gfm');

export default function pageToMarkdown(input: PageInput): PageResult {
  try {
    return convert(input);
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput('The page is nested too deeply');
    throw error;
  }
}

function convert(input: PageInput): PageResult {
  const text = 'html' in input ? input.html : decodePage(input.content, input.contentType);
  // Plain text and Markdown need no conversion.
  if ('contentType' in input && !/html|xml/i.test(input.contentType)) {
    return { title: '', description: '', markdown: bounded(text) };
  }
  const page = parseHtml(text);
  const base = findBaseUrl(page, 'url' in input ? input.url : undefined);
  const title = page.querySelector('title')?.textContent ?? page.querySelector('h1')?.textContent ?? '';
  const description = readAttribute(page.querySelector('meta[name="description"]'), 'content');
  const chosen = mainElement(page, input.mainOnly);
  const markdown = converter(input, base).turndown(toTurndownNode(chosen));
  return { title: oneLine(title), description: oneLine(description), markdown: bounded(markdown) };
}

function converter({ links, images }: PageInput, base: string | undefined): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  });
  service.use(gfm);
  service.addRule('layout table', {
    filter: node => isInLayoutTable(toPageElement(node)),
    replacement: content => `\n\n${content}\n\n`,
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const url = absolute(readAttribute(toPageElement(node), 'href'), base);
      const label = content.trim().replaceAll(/\s*\n\s*/g, ' ');
      return links && url !== undefined && label !== '' ? `[${label}](${url})` : content;
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const url = absolute(readAttribute(toPageElement(node), 'src'), base);
      const label = oneLine(readAttribute(toPageElement(node), 'alt')).replaceAll(/[[\]]/g, '');
      return images && url !== undefined ? `![${label}](${url})` : '';
    },
  });
  return service;
}

function findBaseUrl(page: PageElement, url: string | undefined): string | undefined {
  const href = readAttribute(page.querySelector('base'), 'href');
  return URL.parse(href, url)?.href ?? url;
}

/** Returns only addresses that can be followed: no scripts, no data, and no relative address of an unknown page. */
function absolute(href: string, base: string | undefined): string | undefined {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^(https?|mailto):$/.test(url.protocol) || url.href.length > 2000) return undefined;
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 1000);
}

function bounded(markdown: string): string {
  if (markdown.length <= toolLimits.resultCharacters) return markdown;
  throw new BadInput(`The text has more than ${toolLimits.resultCharacters.toLocaleString('en')} characters`);
}

/**
 * Turndown names the types of a browser. Here its nodes are those of our parser, whether or not a program that includes
 * this file knows the types of a browser.
 */
function toPageElement(node: unknown): PageElement {
  return node as PageElement;
}

function toTurndownNode(element: unknown): Parameters<TurndownService['turndown']>[0] {
  return element as Parameters<TurndownService['turndown']>[0];
}

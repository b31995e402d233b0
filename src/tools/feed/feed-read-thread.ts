/** Parses a feed, whoever wrote it, and gives the items of all formats the same fields. */
import { type AnyFeed, DetectError, MalformedError, ParseError, parseFeed } from 'feedsmith';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import { decodeText } from '../text/text-decoding.ts';

export interface FeedInput {
  text?: string;
  content?: Uint8Array;
  contentType?: string;
  limit: number;
}

export interface ReadFeed {
  format: string;
  title: string | null;
  url: string | null;
  description: string | null;
  items: ReadItem[];
}

interface ReadItem {
  id: string | null;
  title: string | null;
  url: string | null;
  /** ISO texts, or as they were written when they are no dates. */
  published: string | null;
  updated: string | null;
  author: string | null;
  summary: string | null;
  content: string | null;
  categories: string[];
  attachments: { url: string; content_type: string | null; size: number | null }[];
}

export default function readFeed({ text, content, contentType = '', limit }: FeedInput): string {
  const source = content ? decodeFeed(content, contentType) : (text ?? '');
  refuseEntities(source);
  const parsed = parse(source, limit);
  return boundedJson(toReadFeed(parsed, limit));
}

function parse(source: string, limit: number): AnyFeed {
  try {
    return parseFeed(source, { maxItems: limit });
  } catch (error) {
    if (error instanceof DetectError) throw new BadInput('This is no feed: neither RSS, Atom, RDF nor JSON Feed');
    if (error instanceof MalformedError || error instanceof ParseError)
      throw new BadInput('The feed is not well-formed');
    if (error instanceof RangeError) throw new BadInput('The feed is nested too deeply');
    throw error;
  }
}

/**
 * Feeds need no entities of their own, and a few lines of them can stand for gigabytes of text. They can be declared only
 * before the first element.
 */
function refuseEntities(source: string): void {
  const start = /<(?:rss|feed|rdf:RDF|RDF|channel)[\s>]/i.exec(source)?.index ?? source.length;
  if (/<!ENTITY/i.test(source.slice(0, start))) throw new BadInput('The feed declares entities, which are not read');
}

/** The header takes precedence over the declaration of the document. */
function decodeFeed(content: Uint8Array, contentType: string): string {
  const beginning = new TextDecoder('latin1').decode(content.subarray(0, 300));
  const label =
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ??
    /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(beginning)?.[1];
  if (label === undefined) return decodeText(content);
  try {
    return new TextDecoder(label).decode(content);
  } catch {
    return decodeText(content);
  }
}

function toReadFeed(parsed: AnyFeed, limit: number): ReadFeed {
  switch (parsed.format) {
    case 'rss':
      return readRss(parsed.feed, limit);
    case 'atom':
      return readAtom(parsed.feed, limit);
    case 'rdf':
      return readRdf(parsed.feed, limit);
    case 'json':
      return readJson(parsed.feed, limit);
  }
}

type FeedOf<Format> = Extract<AnyFeed, { format: Format }>['feed'];

function readRss(feed: FeedOf<'rss'>, limit: number): ReadFeed {
  const { title, link, description, items = [] } = feed;
  const read = items.slice(0, limit).map(
    (item): ReadItem => ({
      ...EMPTY,
      id: text(item.guid?.value) ?? text(item.link),
      title: text(item.title),
      url: text(item.link) ?? (item.guid?.isPermaLink === true ? text(item.guid.value) : null),
      published: date(item.pubDate ?? item.dc?.dates?.[0]),
      updated: date(item.atom?.updated),
      author: text(item.authors?.[0]?.name ?? item.authors?.[0]?.email ?? item.dc?.creators?.[0]),
      summary: text(item.description),
      content: text(item.content?.encoded),
      categories: (item.categories ?? []).flatMap(({ name }) => text(name) ?? []),
      attachments: (item.enclosures ?? []).flatMap(({ url, type, length }) => attachment(url, type, length)),
    }),
  );
  return { format: 'rss', title: text(title), url: text(link), description: text(description), items: read };
}

function readAtom(feed: FeedOf<'atom'>, limit: number): ReadFeed {
  const { title, links, subtitle, entries = [] } = feed;
  const read = entries.slice(0, limit).map(
    (entry): ReadItem => ({
      ...EMPTY,
      id: text(entry.id) ?? mainLink(entry.links),
      title: text(entry.title?.value),
      url: mainLink(entry.links),
      published: date(entry.published ?? entry.updated),
      updated: date(entry.updated),
      author: text(entry.authors?.[0]?.name ?? entry.authors?.[0]?.email),
      summary: text(entry.summary?.value),
      content: text(entry.content?.value),
      categories: (entry.categories ?? []).flatMap(({ term, label }) => text(label ?? term) ?? []),
      attachments: (entry.links ?? [])
        .filter(({ rel }) => rel === 'enclosure')
        .flatMap(({ href, type, length }) => attachment(href, type, length)),
    }),
  );
  const description = text(subtitle?.value);
  return { format: 'atom', title: text(title?.value), url: mainLink(links), description, items: read };
}

function readRdf(feed: FeedOf<'rdf'>, limit: number): ReadFeed {
  const { title, link, description, items = [] } = feed;
  const read = items.slice(0, limit).map(
    (item): ReadItem => ({
      ...EMPTY,
      id: text(item.rdf?.about) ?? text(item.link),
      title: text(item.title),
      url: text(item.link),
      published: date(item.dc?.dates?.[0]),
      author: text(item.dc?.creators?.[0]),
      summary: text(item.description),
      content: text(item.content?.encoded),
    }),
  );
  return { format: 'rdf', title: text(title), url: text(link), description: text(description), items: read };
}

function readJson(feed: FeedOf<'json'>, limit: number): ReadFeed {
  const { title, home_page_url, description, items = [] } = feed;
  const read = items.slice(0, limit).map(
    (item): ReadItem => ({
      id: text(item.id) ?? text(item.url),
      title: text(item.title),
      url: text(item.url) ?? text(item.external_url),
      published: date(item.date_published),
      updated: date(item.date_modified),
      author: text(item.authors?.[0]?.name),
      summary: text(item.summary),
      content: text(item.content_html) ?? text(item.content_text),
      categories: (item.tags ?? []).flatMap(tag => text(tag) ?? []),
      attachments: (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes }) =>
        attachment(url, mime_type, size_in_bytes),
      ),
    }),
  );
  return {
    format: 'json',
    title: text(title),
    url: text(home_page_url),
    description: text(description),
    items: read,
  };
}

const EMPTY = { updated: null, categories: [], attachments: [] };

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function date(value: unknown): string | null {
  const written = text(value);
  if (written === null) return null;
  const time = Date.parse(written);
  return Number.isNaN(time) ? written : new Date(time).toISOString();
}

function mainLink(links: readonly { href?: string; rel?: string }[] = []): string | null {
  const main = links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0];
  return text(main?.href);
}

function attachment(url: unknown, type: unknown, size: unknown): ReadItem['attachments'] {
  const address = text(url);
  if (address === null) return [];
  return [{ url: address, content_type: text(type), size: typeof size === 'number' ? size : null }];
}

/**
 * HTML, SVG and XML by their beginnings, as browsers look at them (WHATWG MIME Sniffing), and further: past comments,
 * processing instructions and a DOCTYPE to the first element, which decides.
 *
 * Where a reader of HTML and one of XML would see different elements, or the first one lies beyond the head, it is
 * `text/html`, or `application/xml` after an XML declaration: an image only if a DOCTYPE calls it `svg`.
 */

const SPACE = '[\\t\\n\\f\\r ]';
const NAME = '[A-Za-z_\\u0080-\\uffff][\\w.\\u0080-\\uffff-]*';
const LEADING_SPACE = new RegExp(`${SPACE}*`, 'y');
const INSTRUCTION = new RegExp(`<\\?(${NAME})`, 'y');
const DOCTYPE = new RegExp(`<!doctype(?=${SPACE}|[>[])(?:${SPACE}+(?:${NAME}:)?(${NAME})(?=${SPACE}|[>[]))?`, 'iy');
const ELEMENT = new RegExp(`<(?:(${NAME}):)?(${NAME})(?=[\\t\\n\\f\\r />])`, 'y');
const UNFINISHED = /<[^\t\n\f\r />]*$/y;
/** Quoted, as XML asks for: an element with others is not XML. */
const ATTRIBUTES = new RegExp(`${SPACE}+([^\\t\\n\\f\\r "'<>/=]+)${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, 'gy');
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** What stands before the first element. */
interface Prolog {
  /** Where it ends; undefined: beyond the head, or that depends on the reader. */
  end: number | undefined;
  isEmpty: boolean;
  hasDeclaration: boolean;
  hasStylesheet: boolean;
  /** The local part of its name. */
  doctype: string | undefined;
}

export function markupType(head: Buffer): string | undefined {
  const text = decoded(head);
  const prolog = prologOf(text);
  if (prolog.end === undefined) return undecidedType(prolog);
  const [tag, prefix, name] = matchAt(ELEMENT, text, prolog.end) ?? [];
  if (tag !== undefined && name !== undefined) {
    return elementType(prolog, prefix, name, text.slice(prolog.end + tag.length));
  }
  const isCut = prolog.end === text.length || matchAt(UNFINISHED, text, prolog.end) !== undefined;
  if (isCut) return prolog.isEmpty ? undefined : undecidedType(prolog);
  if (prolog.hasDeclaration) return 'application/xml';
  return typeOfDoctype(prolog);
}

function elementType(prolog: Prolog, prefix: string | undefined, name: string, afterName: string): string | undefined {
  const isXml = prolog.hasDeclaration || prolog.hasStylesheet;
  const isHtmlPage = !isXml && isHtml(prolog.doctype);
  // Whatever its namespace is said to be: that can be written in more ways than are understood here.
  if (name === 'svg' && !isHtmlPage) return 'image/svg+xml';
  const attributes = attributesOf(afterName);
  const isXhtml = isXml || prefix !== undefined || attributes.get('xmlns') === XHTML_NAMESPACE;
  if (name === 'html' && isXhtml) return 'application/xhtml+xml';
  if (isXml) return 'application/xml';
  if (isHtmlPage || (prefix === undefined && HTML_ELEMENTS.has(name.toLowerCase()))) return 'text/html';
  const hasNamespace = attributes.keys().some(attribute => /^xmlns(:|$)/.test(attribute));
  return typeOfDoctype(prolog) ?? (hasNamespace ? 'application/xml' : undefined);
}

function undecidedType(prolog: Prolog): string {
  return typeOfDoctype(prolog) ?? (prolog.hasDeclaration ? 'application/xml' : 'text/html');
}

function typeOfDoctype({ doctype, hasDeclaration }: Prolog): string | undefined {
  if (doctype === 'svg') return 'image/svg+xml';
  return isHtml(doctype) && !hasDeclaration ? 'text/html' : undefined;
}

function isHtml(doctype: string | undefined): boolean {
  return doctype?.toLowerCase() === 'html';
}

/** Names and signs of markup are ASCII, so that Latin-1 does for all that is not UTF-16. */
function decoded(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return head.includes(0) ? '' : head.toString('latin1', isMarked ? 3 : 0);
}

function prologOf(text: string): Prolog {
  const start = afterSpace(text, 0);
  const prolog: Prolog = {
    end: start,
    isEmpty: true,
    hasDeclaration: false,
    hasStylesheet: false,
    doctype: undefined,
  };
  while (prolog.end !== undefined) {
    const at = prolog.end;
    const [instruction, target] = matchAt(INSTRUCTION, text, at) ?? [];
    const [doctype, doctypeName] = matchAt(DOCTYPE, text, at) ?? [];
    if (instruction !== undefined) {
      const end = after('?>', text, at);
      // Programs in PHP seldom end what they begin with, and are no markup then.
      if (end === undefined && target === 'php') break;
      prolog.hasDeclaration ||= target === 'xml';
      prolog.hasStylesheet ||= target === 'xml-stylesheet';
      prolog.end = end;
    } else if (doctype !== undefined) {
      prolog.doctype ??= doctypeName;
      prolog.end = afterDoctype(text, at + doctype.length);
    } else if (text.startsWith('<!--', at)) {
      prolog.end = afterComment(text, at);
    } else {
      break;
    }
    if (prolog.end !== undefined) prolog.end = afterSpace(text, prolog.end);
    prolog.isEmpty = false;
  }
  return prolog;
}

/** HTML ends some comments earlier than XML does, such as `<!-->` and what has `--!>` in it. */
function afterComment(text: string, at: number): number | undefined {
  const end = after('-->', text, at + 4);
  const endInHtml = text.slice(at + 2).search(/--!?>/) + at + 2;
  return end === endInHtml + 3 ? end : undefined;
}

/** With an internal subset, in whose texts, comments and instructions its own end may stand. */
function afterDoctype(text: string, start: number): number | undefined {
  let at: number | undefined = start;
  let inSubset = false;
  while (at !== undefined) {
    const found: number = text.slice(at).search(/["'[\]>]|<!--|<\?/);
    if (found < 0) return undefined;
    at += found;
    const sign = text[at];
    if (sign === '>' && !inSubset) return at + 1;
    if (sign === '[') inSubset = true;
    if (sign === ']') inSubset = false;
    if (sign === '"' || sign === "'") at = after(sign, text, at + 1);
    else if (sign === '<') at = after(text[at + 1] === '?' ? '?>' : '-->', text, at + 2);
    else at += 1;
  }
  return undefined;
}

function attributesOf(afterName: string): Map<string, string> {
  const found = afterName.matchAll(ATTRIBUTES);
  return new Map(found.map(([, name = '', quoted, single]) => [name, quoted ?? single ?? '']));
}

function afterSpace(text: string, at: number): number {
  return at + (matchAt(LEADING_SPACE, text, at)?.[0]?.length ?? 0);
}

function after(sign: string, text: string, at: number): number | undefined {
  const found = text.indexOf(sign, at);
  return found < 0 ? undefined : found + sign.length;
}

function matchAt(pattern: RegExp, text: string, at: number): (string | undefined)[] | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Of HTML now and formerly. `svg` in other than lower case is HTML's too, as XML knows it by no other name. */
const HTML_ELEMENTS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
  input ins isindex kbd keygen label legend li link main map mark marquee menu menuitem meta meter nav nobr noembed
  noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt ruby s samp
  script search section select slot small source span strike strong style sub summary sup svg table tbody td template
  textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/**
 * Recognises HTML, SVG and XML by their beginnings, as browsers do (WHATWG MIME Sniffing), and looks further: it skips
 * comments, processing instructions and a DOCTYPE up to the first element, which decides.
 *
 * When parsers of HTML and XML would see different first elements, or when that element lies beyond the head, the type
 * is `text/html`, or `application/xml` after an XML declaration. It is an image only if a DOCTYPE names `svg`.
 */

const SPACE = '[\\t\\n\\f\\r ]';
const NAME = '[A-Za-z_\\u0080-\\uffff][\\w.\\u0080-\\uffff-]*';
const LEADING_SPACE = new RegExp(`${SPACE}*`, 'y');
const INSTRUCTION = new RegExp(`<\\?(${NAME})`, 'y');
const DOCTYPE = new RegExp(`<!doctype(?=${SPACE}|[>[])(?:${SPACE}+(?:${NAME}:)?(${NAME})(?=${SPACE}|[>[]))?`, 'iy');
const ELEMENT = new RegExp(`<(?:(${NAME}):)?(${NAME})(?=[\\t\\n\\f\\r />])`, 'y');
const UNFINISHED = /<[^\t\n\f\r />]*$/y;
/** Only quoted attributes: an element with others is not XML. */
const ATTRIBUTES = new RegExp(`${SPACE}+([^\\t\\n\\f\\r "'<>/=]+)${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, 'gy');
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Everything before the first element. */
interface Prolog {
  /** Undefined when the prolog ends beyond the head, or when parsers of HTML and XML would disagree about its end. */
  end: number | undefined;
  isEmpty: boolean;
  hasDeclaration: boolean;
  hasStylesheet: boolean;
  /** The local part of the name in the DOCTYPE. */
  doctype: string | undefined;
}

export function markupType(head: Buffer): string | undefined {
  const text = decodeHead(head);
  const prolog = parseProlog(text);
  if (prolog.end === undefined) return undecidedType(prolog);
  const [tag, prefix, name] = matchAt(ELEMENT, text, prolog.end) ?? [];
  if (tag !== undefined && name !== undefined) {
    return elementType(prolog, prefix, name, text.slice(prolog.end + tag.length));
  }
  const isCut = prolog.end === text.length || matchAt(UNFINISHED, text, prolog.end) !== undefined;
  if (isCut) return prolog.isEmpty ? undefined : undecidedType(prolog);
  if (prolog.hasDeclaration) return 'application/xml';
  return doctypeType(prolog);
}

function elementType(prolog: Prolog, prefix: string | undefined, name: string, afterName: string): string | undefined {
  const isXml = prolog.hasDeclaration || prolog.hasStylesheet;
  const isHtmlPage = !isXml && isHtml(prolog.doctype);
  // The namespace is ignored, because it can be written in more ways than this parser understands.
  if (name === 'svg' && !isHtmlPage) return 'image/svg+xml';
  const attributes = parseAttributes(afterName);
  const isXhtml = isXml || prefix !== undefined || attributes.get('xmlns') === XHTML_NAMESPACE;
  if (name === 'html' && isXhtml) return 'application/xhtml+xml';
  if (isXml) return 'application/xml';
  if (isHtmlPage || (prefix === undefined && HTML_ELEMENTS.has(name.toLowerCase()))) return 'text/html';
  const hasNamespace = attributes.keys().some(attribute => /^xmlns(:|$)/.test(attribute));
  return doctypeType(prolog) ?? (hasNamespace ? 'application/xml' : undefined);
}

function undecidedType(prolog: Prolog): string {
  return doctypeType(prolog) ?? (prolog.hasDeclaration ? 'application/xml' : 'text/html');
}

function doctypeType({ doctype, hasDeclaration }: Prolog): string | undefined {
  if (doctype === 'svg') return 'image/svg+xml';
  return isHtml(doctype) && !hasDeclaration ? 'text/html' : undefined;
}

function isHtml(doctype: string | undefined): boolean {
  return doctype?.toLowerCase() === 'html';
}

/** The names and signs of markup are ASCII, so Latin-1 suffices for everything but UTF-16. */
function decodeHead(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return head.includes(0) ? '' : head.toString('latin1', isMarked ? 3 : 0);
}

function parseProlog(text: string): Prolog {
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
      // PHP programs rarely close their instruction, and are then not markup.
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

/** HTML ends some comments earlier than XML does, such as `<!-->` and comments that contain `--!>`. */
function afterComment(text: string, at: number): number | undefined {
  const end = after('-->', text, at + 4);
  const endInHtml = text.slice(at + 2).search(/--!?>/) + at + 2;
  return end === endInHtml + 3 ? end : undefined;
}

/** The internal subset may contain the closing sign within its texts, comments and instructions. */
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

function parseAttributes(afterName: string): Map<string, string> {
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

/**
 * Current and former elements of HTML. `svg` in another case belongs to HTML too, because XML only knows lower case.
 */
const HTML_ELEMENTS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
  input ins isindex kbd keygen label legend li link main map mark marquee menu menuitem meta meter nav nobr noembed
  noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt ruby s samp
  script search section select slot small source span strike strong style sub summary sup svg table tbody td template
  textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/**
 * Calm colours for code: comments, strings, numbers and the words of the language. One pass of one expression per language
 * is enough for examples, so that no library is needed.
 */
import { escapeHtml } from '../platform/markdown/escape-html.ts';

const TYPESCRIPT_WORDS =
  'as|async|await|break|case|catch|class|const|continue|default|else|export|extends|false|finally|for|from|function|if|import|in|interface|let|new|null|of|return|switch|this|throw|true|try|type|typeof|undefined|while|yield';
const PYTHON_WORDS =
  'and|as|assert|async|await|class|def|elif|else|except|False|finally|for|from|if|import|in|is|lambda|None|not|or|pass|raise|return|True|try|while|with|yield';
const SHELL_WORDS = 'case|do|done|elif|else|esac|export|fi|for|function|if|in|then|while';

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?\b`;

/** The groups of each expression are named by the class that they get. */
const LANGUAGES: Readonly<Record<string, RegExp>> = {
  json: new RegExp(
    String.raw`(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?${NUMBER})|(?<word>\b(?:true|false|null)\b)|(?<comment>…)`,
    'g',
  ),
  ts: new RegExp(
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>${STRING}|${'`(?:[^`\\\\]|\\\\.)*`'})|(?<word>\b(?:${TYPESCRIPT_WORDS})\b)|(?<number>${NUMBER})`,
    'g',
  ),
  python: new RegExp(
    String.raw`(?<comment>#[^\n]*)|(?<string>"""[\s\S]*?"""|[bfr]?${STRING})|(?<word>\b(?:${PYTHON_WORDS})\b)|(?<number>${NUMBER})`,
    'g',
  ),
  sh: new RegExp(
    String.raw`(?<comment>(?:^|(?<=\s))#[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<key>\$\{?\w+\}?)|(?<word>(?:^|(?<=\s))(?:${SHELL_WORDS})\b)`,
    'gm',
  ),
  yaml: new RegExp(
    String.raw`(?<comment>(?:^|(?<=\s))#[^\n]*)|(?<key>^\s*(?:- )?[\w./-]+(?=:))|(?<string>${STRING})|(?<number>${NUMBER})`,
    'gm',
  ),
  jinja: new RegExp(
    String.raw`(?<comment>\{#[\s\S]*?#\})|(?<key>\{\{|\}\}|\{%|%\})|(?<string>${STRING})|(?<word>\b(?:if|elif|else|endif|for|in|endfor|set|is|not|and|or|true|false|none)\b)|(?<number>${NUMBER})`,
    'g',
  ),
};

const ALIASES: Readonly<Record<string, string>> = {
  bash: 'sh',
  console: 'sh',
  dockerfile: 'sh',
  ini: 'yaml',
  javascript: 'ts',
  js: 'ts',
  jsonc: 'ts',
  nginx: 'sh',
  properties: 'yaml',
  py: 'python',
  shell: 'sh',
  toml: 'yaml',
  typescript: 'ts',
  yml: 'yaml',
};

/** Returns code as HTML with its parts in spans. */
export function highlight(code: string, language: string): string {
  const pattern = LANGUAGES[ALIASES[language] ?? language];
  if (!pattern) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

/** Returns a code block of the site, to which `site.js` adds a copy button. */
export function renderCode(code: string, language: string): string {
  const label = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
  return `<div class="code"${label}><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>\n`;
}

/** Reads the code blocks of a page of the documentation, and what each of them is for. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/process.ts';

export type Block =
  /** A block with a title is a file, which the blocks after it use. */
  | { kind: 'file'; line: number; name: string; text: string }
  | { kind: 'run'; line: number; language: 'sh' | 'ts'; text: string; answer?: Answer };

/** What the page says that a block prints. */
export interface Answer {
  line: number;
  form: 'json' | 'lines' | 'text';
  text: string;
}

export interface Page {
  /** The path from the root of the repository. */
  name: string;
  blocks: Block[];
  /** Ports that the page writes out. The runner puts free ones in their place. */
  ports: string[];
  /** Settings without which the examples of the page do not work. */
  settings: Record<string, string>;
  /** Whether the page needs a service in which nothing of other pages is. A page with settings has one, too. */
  isAlone: boolean;
}

interface Fence {
  line: number;
  language: string;
  title: string | undefined;
  text: string;
  notRun: boolean;
  section: number;
}

const ANSWER_FORMS: Readonly<Record<string, Answer['form']>> = { json: 'json', jsonl: 'lines', text: 'text' };
/** Lines of a block that say what it prints. */
const ARROWS = { sh: /^# → ?/, ts: /^\/\/ → ?/ };

export function readPage(name: string): Page {
  const source = readFileSync(path.join(ROOT, name), 'utf8');
  return {
    name,
    blocks: toBlocks(readFences(source)),
    ports: [...source.matchAll(/<!-- ports?: ([\d ,]+) -->/g)].flatMap(([, list = '']) => list.split(/[ ,]+/)),
    settings: Object.fromEntries(
      [...source.matchAll(/<!-- service: ([A-Z_0-9]+)=(.*?) -->/g)].map(([, key = '', value = '']) => [key, value]),
    ),
    isAlone: source.includes('<!-- service: '),
  };
}

function readFences(source: string): Fence[] {
  const fences: Fence[] = [];
  let open: { fence: Fence; indent: string; mark: string } | undefined;
  let comment = '';
  let section = 0;
  for (const [index, line] of source.split('\n').entries()) {
    const mark = /^( *)(`{3,})(\S*) ?(.*)$/.exec(line);
    if (open) {
      if (mark?.[2] === open.mark && mark[3] === '') {
        fences.push(open.fence);
        open = undefined;
      } else open.fence.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`;
    } else if (mark) {
      const [, indent = '', ticks = '', language = '', rest = ''] = mark;
      const title = /title="([^"]+)"/.exec(rest)?.[1];
      const notRun = comment.startsWith('<!-- not run');
      open = { fence: { line: index + 1, language, title, text: '', notRun, section }, indent, mark: ticks };
      comment = '';
    } else if (line.startsWith('#')) section++;
    else if (line.trim() !== '') comment = line.trim();
  }
  return fences;
}

function toBlocks(fences: readonly Fence[]): Block[] {
  const blocks: Block[] = [];
  for (const [index, fence] of fences.entries()) {
    const { line, language, title, text } = fence;
    if (fence.notRun) continue;
    if (title !== undefined) blocks.push({ kind: 'file', line, name: title, text });
    else if (language === 'sh' || language === 'ts') {
      const answer = answerAfter(fence, fences[index + 1]) ?? answerWithin(language, fence);
      blocks.push({ kind: 'run', line, language, text, ...(answer && { answer }) });
    }
  }
  return blocks;
}

function answerAfter(fence: Fence, next: Fence | undefined): Answer | undefined {
  const form = next && ANSWER_FORMS[next.language];
  if (!form || next.notRun || next.title !== undefined || next.section !== fence.section) return undefined;
  return { line: next.line, form, text: next.text };
}

function answerWithin(language: 'sh' | 'ts', { line, text }: Fence): Answer | undefined {
  const lines = text.split('\n').filter(each => ARROWS[language].test(each));
  if (lines.length === 0) return undefined;
  return { line, form: 'text', text: lines.map(each => each.replace(ARROWS[language], '')).join('\n') };
}

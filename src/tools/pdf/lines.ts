/** Breaks runs of text into lines that fit a width. */
import type { FontName } from './fonts.ts';
import { chooseFont, LINE_BREAK, type Style, type TextRun } from './runs.ts';

interface Piece {
  text: string;
  font: FontName;
  style: Style;
  width: number;
}

export interface TextLine {
  pieces: Piece[];
  width: number;
}

type Measure = (text: string, font: FontName) => number;

/** With `keepsSpaces`, white space at the start of a line is preserved, as code requires. */
export function breakLines(
  runs: readonly TextRun[],
  width: number,
  measure: Measure,
  { keepsSpaces = false } = {},
): TextLine[] {
  const lines: TextLine[] = [{ pieces: [], width: 0 }];
  let line = lines[0] ?? { pieces: [], width: 0 };
  const next = () => {
    line = { pieces: [], width: 0 };
    lines.push(line);
  };
  for (const { text, style } of runs) {
    const font = chooseFont(style);
    for (const [word] of text.matchAll(/\n|[^\S\n]+|\S+/g)) {
      if (word === LINE_BREAK) {
        next();
        continue;
      }
      const isSpace = /^\s/.test(word);
      if (isSpace && line.pieces.length === 0 && !keepsSpaces) continue;
      const wide = measure(word, font);
      if (line.width + wide <= width) {
        add(line, { text: word, font, style, width: wide });
        continue;
      }
      if (isSpace) {
        next();
        continue;
      }
      if (line.pieces.length > 0) next();
      for (const part of wide <= width ? [word] : splitWord(word, width, part => measure(part, font))) {
        if (line.pieces.length > 0) next();
        add(line, { text: part, font, style, width: measure(part, font) });
      }
    }
  }
  return lines;
}

/** Joins neighbours of the same style: the file gets smaller, and words can be found in it. */
function add(line: TextLine, piece: Piece): void {
  const last = line.pieces.at(-1);
  line.width += piece.width;
  if (last && last.style === piece.style) {
    last.text += piece.text;
    last.width += piece.width;
  } else {
    line.pieces.push({ ...piece });
  }
}

/** Makes each part as long as fits, but at least one character. */
function splitWord(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const wide = measure(character);
    if (part !== '' && used + wide > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += wide;
  }
  return [...parts, part];
}

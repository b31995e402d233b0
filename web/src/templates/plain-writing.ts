/** What happens to the text of a plain field, as in those of CodeMirror: braces that close, inserted values, one line. */
import type { LeftField } from './code-field-props.ts';
import { type CodeLanguage, modeOf } from './code-language.ts';
import { insertPath } from './insertion.ts';
import type { Path } from './paths.ts';
import { inOneLine, typeCharacter } from './typing.ts';

interface Writing {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Where the caret stands afterwards. */
  readonly caret: number;
}

/** Writes like somebody who types: the field hears of it, and the undo of the browser takes it back. */
function write(area: HTMLTextAreaElement, { from, to, text, caret }: Writing): void {
  area.focus();
  area.setSelectionRange(from, to);
  if (text !== '') document.execCommand('insertText', false, text);
  else if (from < to) document.execCommand('delete');
  area.setSelectionRange(caret, caret);
}

/** Writes a path over what is selected, or at another place. */
export function insertIntoArea(area: HTMLTextAreaElement, path: Path, language: CodeLanguage, at?: number): void {
  const selection = { from: at ?? area.selectionStart, to: at ?? area.selectionEnd };
  write(area, insertPath(area.value, selection, path, modeOf(language)));
}

/** Does what a typed character does to the braces. Returns false when it is typed as it is. */
export function typeIntoArea(area: HTMLTextAreaElement, character: string): boolean {
  const { selectionStart: from, selectionEnd, value } = area;
  const change = from === selectionEnd && character.length === 1 ? typeCharacter(value, from, character) : undefined;
  if (change) write(area, { from, to: from + change.remove, text: change.insert, caret: from + change.caret });
  return change !== undefined;
}

/** Pastes several lines as one. Returns false when there is only one. */
export function pasteIntoLine(area: HTMLTextAreaElement, pasted: string): boolean {
  const text = inOneLine(pasted);
  if (text === pasted) return false;
  const { selectionStart: from, selectionEnd: to } = area;
  write(area, { from, to, text, caret: from + text.length });
  return true;
}

/** The place in the text under the pointer. Browsers that do not tell it take the end. */
export function placeUnder(
  area: HTMLTextAreaElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  const place = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null;
  return place?.offsetNode === area ? place.offset : area.value.length;
}

/** What the next field needs to know to go on as this one, in which `source` was what somebody began with. */
export function readLeft(area: HTMLTextAreaElement, source: string): LeftField {
  const { selectionStart: from, selectionEnd: to, selectionDirection, parentElement } = area;
  const [anchor, head] = selectionDirection === 'backward' ? [to, from] : [from, to];
  return { source, anchor, head, scrollTop: parentElement?.scrollTop ?? 0, hasFocus: document.activeElement === area };
}

/** The parts of our text fields: colours, completion, closing braces, dropped values. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type CodeLanguage, type CodeToken, modeOf, type Tokenizer, tokenClass, tokensOf } from './code-language.ts';
import type { CompletionOption, CompletionScope } from './completion.ts';
import { hasDraggedPath, readDraggedPath } from './insert-targets.ts';
import { insertPath } from './insertion.ts';
import { tokenizeJson } from './json-tokens.ts';
import type { Path } from './paths.ts';
import { inOneLine, typeCharacter } from './typing.ts';

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const mark = marks.get(kind) ?? Decoration.mark({ class: tokenClass(kind) });
  marks.set(kind, mark);
  return mark;
}

function colour(tokens: readonly CodeToken[]): DecorationSet {
  return Decoration.set(tokens.map(({ kind, from, to }) => markOf(kind).range(from, to)));
}

export function colours(language: CodeLanguage, tokenizer?: Tokenizer): Extension {
  const colourAll = ({ state }: EditorView) => colour(tokensOf(state.doc.toString(), language, tokenizer));
  return ViewPlugin.define(
    view => {
      const plugin = {
        decorations: colourAll(view),
        update(update: ViewUpdate) {
          if (update.docChanged) plugin.decorations = colourAll(update.view);
        },
      };
      return plugin;
    },
    { decorations: plugin => plugin.decorations },
  );
}

export function completion(language: CodeLanguage, scope: () => CompletionScope | undefined): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const known = scope();
    if (!known) return null;
    // The help on all filters and functions is needed by those who write, not by those who only look.
    const { complete } = await import('./completion.ts');
    // Whoever has left the field meanwhile has nothing to complete, and CodeMirror closes only what is open by then.
    if (context.view?.hasFocus === false) return null;
    const text = context.state.doc.toString();
    const list = complete(text, context.pos, modeOf(language), known);
    if (!list || list.options.length === 0) return null;
    const isAfterSign = /[.|[]\s?$|\{\{-?\s?$|\bis\s$|\{%-?\s$/.test(text.slice(0, context.pos));
    if (!context.explicit && list.from === context.pos && !isAfterSign) return null;
    return { from: list.from, options: list.options.map(toCompletion), validFor: /^[\p{ID_Continue}]*$/u };
  };
  return [
    autocompletion({ override: [source], icons: false, closeOnBlur: true, maxRenderedOptions: 200 }),
    tooltips({ parent: document.body }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    keymap.of(completionKeymap),
  ];
}

function toCompletion(option: CompletionOption, index: number): Completion {
  const { label, kind, detail, info, apply, from } = option;
  return {
    label,
    type: kind,
    // The order is that of our list, in which what is near comes first.
    boost: Math.max(-99, 50 - index),
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    apply: (view, completed, start, end) => {
      const insert = apply ?? label;
      const at = from ?? start;
      view.dispatch({
        changes: { from: at, to: end, insert },
        selection: { anchor: at + insert.length },
        annotations: pickedCompletion.of(completed),
        userEvent: 'input.complete',
      });
    },
  };
}

/** Typing `{{` writes the closing braces too, and shows what can stand between them. */
export function closingBraces(language: CodeLanguage): Extension {
  if (language === 'expression' || language === 'json' || language === 'script') return [];
  return EditorView.inputHandler.of((view, from, to, text) => {
    const source = view.state.doc.toString();
    if (from !== to || text.length !== 1 || (language === 'json with templates' && !isInText(source, from)))
      return false;
    const change = typeCharacter(source, from, text);
    if (!change) return false;
    view.dispatch({
      changes: { from, to: from + change.remove, insert: change.insert },
      selection: { anchor: from + change.caret },
      userEvent: 'input.type',
    });
    if (change.insert !== '') startCompletion(view);
    return true;
  });
}

/** Whether a position of JSON is inside of a text. */
function isInText(source: string, position: number): boolean {
  return tokenizeJson(source.slice(0, position)).at(-1)?.to === position && /"[^"]*$/.test(lastLine(source, position));
}

function lastLine(source: string, position: number): string {
  return source.slice(source.lastIndexOf('\n', position - 1) + 1, position);
}

/** Writes a path at the caret, or over what is selected. */
export function insertIntoView(view: EditorView, path: Path, language: CodeLanguage, at?: number): void {
  const { main } = view.state.selection;
  const selection = at === undefined ? { from: main.from, to: main.to } : { from: at, to: at };
  const { from, to, text, caret } = insertPath(view.state.doc.toString(), selection, path, modeOf(language));
  const written = language === 'json with templates' ? inJson(view, from, text) : text;
  view.dispatch({
    changes: { from, to, insert: written },
    selection: { anchor: caret + written.length - text.length },
    userEvent: 'input.drop',
  });
  view.focus();
}

/** Outside of a text, JSON needs quotes around a template. */
function inJson(view: EditorView, from: number, text: string): string {
  const source = view.state.doc.toString();
  const escaped = JSON.stringify(text);
  return isInText(source, from) ? escaped.slice(1, -1) : escaped;
}

export function droppedValues(language: CodeLanguage): Extension {
  if (language === 'script') return [];
  const mark = (view: EditorView, isOver: boolean) => view.dom.toggleAttribute('data-drop', isOver);
  return EditorView.domEventHandlers({
    dragover(event, view) {
      if (!hasDraggedPath(event.dataTransfer)) return false;
      event.preventDefault();
      mark(view, true);
      return true;
    },
    dragleave(_event, view) {
      mark(view, false);
      return false;
    },
    drop(event, view) {
      const path = readDraggedPath(event.dataTransfer);
      if (!path) return false;
      event.preventDefault();
      mark(view, false);
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      insertIntoView(view, path, language, at);
      return true;
    },
  });
}

/** What every field has beside its history. `Tab` leaves a field, as in every other one. */
export function basics(isSingleLine: boolean): Extension {
  return [
    keymap.of([
      ...(isSingleLine ? [{ key: 'Enter', run: () => true }] : []),
      { key: 'Escape', run: closeCompletion },
      ...standardKeymap,
      ...historyKeymap,
    ]),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    ...(isSingleLine ? [EditorView.clipboardInputFilter.of(inOneLine)] : []),
  ];
}

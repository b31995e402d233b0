/** Underlines the line of a problem. What the problem is stands below the field, where everybody finds it. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { PROBLEM_CLASS } from './code-language.ts';

/** The number of the line, from 1, or null when there is no problem. */
export const setProblemLine = StateEffect.define<number | null>();

const underline = Decoration.mark({ class: PROBLEM_CLASS });

export const problemLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, newDoc }) {
    for (const effect of effects) {
      if (!effect.is(setProblemLine)) continue;
      if (effect.value === null) return Decoration.none;
      const { from, to } = newDoc.line(Math.max(1, Math.min(effect.value, newDoc.lines)));
      return from === to ? Decoration.none : Decoration.set(underline.range(from, to));
    }
    return marks.map(changes);
  },
  provide: field => EditorView.decorations.from(field),
});

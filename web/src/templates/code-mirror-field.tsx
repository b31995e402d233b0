/** A CodeMirror field as a React component. It goes on where the plain field, whose place it takes, was left. */
import { startCompletion } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { readNonce } from '../look/nonce.ts';
import { basics, closingBraces, colours, completion, droppedValues, insertIntoView } from './code-extensions.ts';
import type { ShownFieldProps } from './code-field-props.ts';
import { PROBLEM_CLASS } from './code-language.ts';
import { codeTheme } from './code-theme.ts';

type FieldProps = Omit<ShownFieldProps, 'insert'>;

/** Marks changes that come from outside, so that they are not reported back. */
const fromOutside = Annotation.define<boolean>();

export default function CodeMirrorField({ insert, ...props }: ShownFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const compartments = useRef({
    attributes: new Compartment(),
    editable: new Compartment(),
    past: new Compartment(),
  });
  const { value, problem, readOnly = false } = props;

  insert.current = path => view.current && insertIntoView(view.current, path, props.language);
  // Not later: a key that comes before the focus would be one for the canvas.
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const { left, value, autoFocus, caret } = latest.current;
    const created = createView(host.current, latest, compartments.current);
    view.current = created;
    const { hasFocus = autoFocus, source = value } = left.current ?? {};
    left.current = undefined;
    if (hasFocus) created.focus();
    if (hasFocus && (source !== value || (autoFocus && caret !== undefined))) startCompletion(created);
    return () => {
      created.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === value) return;
    const { past } = compartments.current;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
      // A field undoes what was typed into it, and never what somebody else has saved.
      effects: past.reconfigure([]),
    });
    current.dispatch({ effects: past.reconfigure(history()) });
  }, [value]);

  const { label, id, describedBy, isRequired, isTall } = props;
  const isInvalid = problem !== undefined;
  useEffect(() => {
    const current = view.current;
    if (!current) return;
    current.dispatch({
      effects: [
        compartments.current.attributes.reconfigure(
          attributesOf({ label, id, describedBy, isRequired, isTall, isInvalid, readOnly }),
        ),
        compartments.current.editable.reconfigure(editableOf(readOnly)),
      ],
    });
  }, [label, id, describedBy, isRequired, isTall, isInvalid, readOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: setProblemLine.of(problem ? (problem.line ?? 1) : null) });
  }, [problem]);

  return <div ref={host} />;
}

interface Attributes {
  readonly label: string;
  readonly id?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isTall?: boolean | undefined;
  readonly isInvalid: boolean;
  readonly readOnly: boolean;
}

function attributesOf({ label, id, describedBy, isRequired, isTall, isInvalid, readOnly }: Attributes) {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      ...(id !== undefined && { id }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      ...(isRequired && { 'aria-required': 'true' }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
      spellcheck: 'false',
    }),
    EditorView.editorAttributes.of({
      ...(isInvalid && { 'data-invalid': '' }),
      ...(isTall && { 'data-lines': '' }),
    }),
  ];
}

function editableOf(readOnly: boolean) {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
}

function createView(
  parent: HTMLElement,
  latest: RefObject<FieldProps>,
  { attributes, editable, past }: Readonly<Record<'attributes' | 'editable' | 'past', Compartment>>,
): EditorView {
  const { value, language, left, isSingleLine = false, readOnly = false, ...rest } = latest.current;
  const { source = value, anchor = rest.caret ?? Infinity, head = anchor, scrollTop = 0 } = left.current ?? {};
  const isInvalid = rest.problem !== undefined;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: source,
      extensions: [
        problemLine,
        past.of(history()),
        basics(isSingleLine),
        colours(language, rest.tokens),
        closingBraces(language),
        completion(language, () => latest.current.scope),
        droppedValues(language),
        codeTheme,
        placeholder(rest.placeholder ?? ''),
        attributes.of(attributesOf({ ...rest, isInvalid, readOnly })),
        editable.of(editableOf(readOnly)),
        EditorView.cspNonce.of(readNonce()),
        EditorView.updateListener.of(update => {
          const isOwn = update.transactions.some(transaction => transaction.annotation(fromOutside));
          if (update.docChanged && !isOwn) latest.current.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  // What was typed before is one change, which can be undone.
  if (source !== value) {
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }
  const { length } = view.state.doc;
  view.dispatch({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) } });
  view.scrollDOM.scrollTop = scrollTop;
  return view;
}

/** The number of the line, from 1, or null when there is no problem. */
const setProblemLine = StateEffect.define<number | null>();

const underline = Decoration.mark({ class: PROBLEM_CLASS });

/** Underlines the line of a problem. What the problem is stands below the field, where everybody finds it. */
const problemLine = StateField.define<DecorationSet>({
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

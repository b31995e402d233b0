/** A CodeMirror field as a React component. It goes on where the plain field, whose place it takes, was left. */
import { startCompletion } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { readNonce } from '../look/nonce.ts';
import { basics, closingBraces, colours, completion, droppedValues, insertIntoView } from './code-extensions.ts';
import type { ShownFieldProps } from './code-field-props.ts';
import { codeTheme } from './code-theme.ts';
import { problemLine, setProblemLine } from './problem-line.ts';

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

/** A CodeMirror field as a React component. It is loaded when the first one is shown. */
import { startCompletion } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { readNonce } from '../look/nonce.ts';
import {
  basics,
  type CodeLanguage,
  closingBraces,
  colours,
  completion,
  droppedValues,
  insertIntoView,
  type Tokenizer,
} from './code-extensions.ts';
import { codeTheme } from './code-theme.ts';
import type { CompletionScope } from './completion.ts';
import type { InsertTargets } from './insert-targets.ts';
import { problemLine, setProblemLine } from './problem-line.ts';

export interface CodeProblem {
  readonly message: string;
  readonly line?: number;
}

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  onBlur?(): void;
  readonly language: CodeLanguage;
  /** By default, those of the language. */
  readonly tokens?: Tokenizer;
  readonly id?: string;
  readonly describedBy?: string;
  readonly isSingleLine?: boolean;
  /** Whether the field is several lines high even when it is empty. */
  readonly isTall?: boolean;
  readonly isRequired?: boolean;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Where the caret stands at first. Between braces, it shows at once what can be written there. */
  readonly caret?: number;
  readonly placeholder?: string;
  readonly scope?: CompletionScope;
  readonly problem?: CodeProblem;
  readonly targets?: InsertTargets;
}

/** Marks changes that come from outside, so that they are not reported back. */
const fromOutside = Annotation.define<boolean>();

export default function CodeField(props: CodeFieldProps) {
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

  useEffect(() => {
    if (!host.current) return;
    const created = createView(host.current, latest, compartments.current);
    view.current = created;
    if (latest.current.autoFocus) created.focus();
    if (latest.current.autoFocus && latest.current.caret !== undefined) startCompletion(created);
    const target = {
      label: latest.current.label,
      insert: (path: Parameters<typeof insertIntoView>[1]) => insertIntoView(created, path, latest.current.language),
    };
    const onFocus = () => latest.current.targets?.use(target);
    const onBlur = () => latest.current.onBlur?.();
    created.contentDOM.addEventListener('focus', onFocus);
    created.contentDOM.addEventListener('blur', onBlur);
    if (created.hasFocus) onFocus();
    return () => {
      latest.current.targets?.remove(target);
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
  latest: RefObject<CodeFieldProps>,
  { attributes, editable, past }: Readonly<Record<'attributes' | 'editable' | 'past', Compartment>>,
): EditorView {
  const { value, language, isSingleLine = false, readOnly = false, ...rest } = latest.current;
  const isInvalid = rest.problem !== undefined;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      selection: { anchor: Math.min(rest.caret ?? value.length, value.length) },
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
}

/** What a field for code is told, and what the plain one hands over to that of CodeMirror. */
import type { RefObject } from 'react';
import type { CodeLanguage, Tokenizer } from './code-language.ts';
import type { CompletionScope } from './completion.ts';
import type { InsertTargets } from './insert-targets.ts';
import type { Path } from './paths.ts';

export interface CodeProblem {
  readonly message: string;
  readonly line?: number;
}

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
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

/** Writes the path of a value at the caret. */
export type InsertPath = (path: Path) => void;

/** How a plain field was left when CodeMirror took its place. */
export interface LeftField {
  /** The text before somebody typed, to which undo returns. */
  readonly source: string;
  readonly anchor: number;
  readonly head: number;
  readonly scrollTop: number;
  readonly hasFocus: boolean;
}

/** A field that `CodeField` shows. It says by a reference how a value is inserted into it. */
export interface ShownFieldProps extends Omit<CodeFieldProps, 'targets'> {
  readonly insert: RefObject<InsertPath | undefined>;
  readonly left: RefObject<LeftField | undefined>;
}

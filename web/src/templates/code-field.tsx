/**
 * A field for a template, an expression, JSON or a script. It is a plain one until somebody is about to work in it and
 * CodeMirror has come, which then takes its place: with the text, the selection and the focus, in one frame.
 */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import './code-field.css';
import type { CodeFieldProps, InsertPath, LeftField } from './code-field-props.ts';
import type { InsertTarget, InsertTargets } from './insert-targets.ts';
import { codeMirror, loadCodeMirror, onCodeMirror } from './load-code-mirror.ts';
import { PlainField } from './plain-field.tsx';

export function CodeField({ targets, ...field }: CodeFieldProps) {
  const { label, language, isSingleLine = false } = field;
  const CodeMirror = useSyncExternalStore(onCodeMirror, codeMirror);
  // While somebody composes a letter or selects with the pointer, the browser needs the element in which that began.
  const [isHeld, setHeld] = useState(false);
  const left = useRef<LeftField>(undefined);
  const insert = useRef<InsertPath>(undefined);
  const target = useTarget(label, insert, targets);
  // Short templates are mostly read. Whoever sees JSON or a script has come to work on it.
  const isAtOnce = language !== 'template' && language !== 'expression';
  useEffect(() => {
    if (isAtOnce) loadCodeMirror();
  }, [isAtOnce]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only loads earlier what the focus would load.
    <div
      onPointerEnter={loadCodeMirror}
      onFocus={() => {
        loadCodeMirror();
        targets?.use(target);
      }}
    >
      {CodeMirror && !isHeld ? (
        // Another language is another editor.
        <CodeMirror key={`${language} ${isSingleLine}`} {...field} insert={insert} left={left} />
      ) : (
        <PlainField {...field} insert={insert} left={left} onHold={setHeld} />
      )}
    </div>
  );
}

/** The target stays the same object while the field is shown, whatever shows it. */
function useTarget(
  label: string,
  insert: { readonly current: InsertPath | undefined },
  targets: InsertTargets | undefined,
): InsertTarget {
  const target = useMemo((): InsertTarget => ({ label, insert: path => insert.current?.(path) }), [label, insert]);
  useEffect(() => () => targets?.remove(target), [targets, target]);
  return target;
}

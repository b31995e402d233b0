/**
 * A text area with the colours of code. They are those of the same text behind it, which also gives the area its height.
 * It works like the field of CodeMirror that takes its place, except that it completes no names.
 */
import { useLayoutEffect, useRef } from 'react';
import { useDrop } from '../look/inputs/use-drop.ts';
import type { ShownFieldProps } from './code-field-props.ts';
import { codeParts, tokensOf } from './code-language.ts';
import { hasDraggedPath, readDraggedPath } from './insert-targets.ts';
import { loadCodeMirror } from './load-code-mirror.ts';
import classes from './plain-field.module.css';
import { insertIntoArea, pasteIntoLine, placeUnder, readLeft, typeIntoArea } from './plain-writing.ts';

interface PlainFieldProps extends ShownFieldProps {
  /** Hears when something begins that must end in this very element, and when it has ended. */
  onHold(isHeld: boolean): void;
}

export function PlainField({ insert, onHold, ...field }: PlainFieldProps) {
  const { value, language, isSingleLine = false, readOnly = false, problem } = field;
  const area = useRef<HTMLTextAreaElement>(null);
  const first = useRef(field);
  const isComposing = useRef(false);
  // What somebody else has saved is never undone.
  const typed = useRef({ source: value, latest: value });
  if (typed.current.latest !== value) typed.current = { source: value, latest: value };

  insert.current = path => area.current && insertIntoArea(area.current, path, language);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const { left, caret = element.value.length, autoFocus } = first.current;
    element.setSelectionRange(caret, caret);
    if (autoFocus) element.focus();
    return () => {
      left.current = readLeft(element, typed.current.source);
    };
  }, []);

  const { isOver, listeners } = useDrop<HTMLTextAreaElement>({
    takes: transfer => {
      const takes = hasDraggedPath(transfer);
      if (takes) loadCodeMirror();
      return takes;
    },
    onDrop: event => {
      const path = readDraggedPath(event.dataTransfer);
      if (!path) return;
      event.preventDefault();
      insertIntoArea(event.currentTarget, path, language, placeUnder(event.currentTarget, event));
    },
  });
  return (
    <div
      className={classes.field}
      data-invalid={problem && ''}
      data-drop={isOver || undefined}
      data-lines={field.isTall || undefined}
    >
      <div className={classes.scroller}>
        <Behind {...field} />
        <textarea
          ref={area}
          {...attributesOf(field)}
          onChange={event => {
            typed.current.latest = event.currentTarget.value;
            field.onChange(event.currentTarget.value);
          }}
          onBeforeInput={event => {
            if (language !== 'template' || isComposing.current) return;
            if (typeIntoArea(event.currentTarget, event.data)) event.preventDefault();
          }}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text/plain');
            if (isSingleLine && !readOnly && pasteIntoLine(event.currentTarget, pasted)) event.preventDefault();
          }}
          onKeyDown={event => {
            if (isSingleLine && event.key === 'Enter' && !event.shiftKey) event.preventDefault();
          }}
          onCompositionStart={() => {
            isComposing.current = true;
            onHold(true);
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
            // Some browsers tell the text only afterwards.
            setTimeout(() => onHold(isComposing.current));
          }}
          onPointerDown={({ currentTarget, pointerId, button }) => {
            if (button !== 0) return;
            currentTarget.setPointerCapture(pointerId);
            onHold(true);
          }}
          onLostPointerCapture={() => onHold(isComposing.current)}
          {...listeners}
        />
      </div>
    </div>
  );
}

type Shown = Omit<PlainFieldProps, 'insert' | 'onHold'>;

/** The text with its colours. */
function Behind({ value, language, tokens, problem, placeholder }: Shown) {
  const problemLine = problem && (problem.line ?? 1);
  return (
    <pre className={classes.behind} aria-hidden>
      {value === '' && <span className={classes.placeholder}>{placeholder}</span>}
      {codeParts(value, tokensOf(value, language, tokens), problemLine).map(({ from, text, className }) => (
        <span key={from} className={className}>
          {text}
        </span>
      ))}
      {/* Otherwise a last line that is empty would have no height. */}
      {'\u200B'}
    </pre>
  );
}

function attributesOf({ label, value, id, describedBy, isRequired, readOnly, placeholder, problem }: Shown) {
  return {
    id,
    className: classes.area,
    value,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-required': isRequired || undefined,
    'aria-invalid': problem !== undefined || undefined,
    placeholder,
    readOnly,
    spellCheck: false,
    rows: 1,
  };
}

/** One field of a form: its label, its switch to a template, its control, and what there is to say about it. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isExpressionKind } from '../../../src/engine/node-rules.ts';
import { useDrop } from '../look/inputs/use-drop.ts';
import { hasDraggedPath, type InsertTarget, type InsertTargets, readDraggedPath } from '../templates/insert-targets.ts';
import { formatPath, type Path } from '../templates/paths.ts';
import { TemplateField } from '../templates/template-field.tsx';
import * as texts from '../texts/forms.ts';
import { controlFor, hasOwnLabel, isGroup } from './controls.tsx';
import classes from './field.module.css';
import { describeConstraints, fieldKind, fieldLabel, fieldPicker } from './field-kind.ts';
import { type FieldProps, type FormIssue, useForm } from './form-context.ts';
import type { JsonSchema } from './json-schema.ts';
import { fromTemplateText, isLiteral, isTemplateValue, readLiteral, toTemplateText } from './literal.ts';
import { continueAsTemplate, fieldMode, insertIntoPlain, mayBeTemplate } from './modes.ts';

export function Field(props: FieldProps) {
  const { name, path, schema, value, onUpdate, texts, isRequired = false, issues = [], isLabelHidden = false } = props;
  const { templates, readOnly } = useForm();
  const id = useId();
  const label = props.label ?? fieldLabel(schema, name);
  const picker = fieldPicker(schema);
  // What a picker writes is as good as a text: only a template needs another field.
  const kind = picker ? 'text' : fieldKind(schema);
  const [wanted, setWanted] = useState<{ caret?: number }>();
  const mode = fieldMode({ texts, value, kind, hasTemplates: templates !== undefined, isWanted: wanted !== undefined });
  const isSwitchable = templates !== undefined && mayBeTemplate(texts) && kind !== 'json';
  const isInvalid = issues.some(({ severity }) => severity === 'error');

  const set = (next: unknown) => onUpdate(() => next);
  const change = (next: unknown) => {
    // Typing braces into a plain field makes it a template, with the caret between them.
    if (isSwitchable && mode === 'plain' && isTemplateValue(next) && !isTemplateValue(value)) {
      const { text, caret } = continueAsTemplate(next);
      setWanted({ caret });
      set(text);
    } else set(next);
  };
  const insert = (dropped: Path) => {
    setWanted({});
    onUpdate(before => insertIntoPlain(before, kind, `{{ ${formatPath(dropped)} }}`));
  };
  const target = usePlainTarget(label, insert, templates?.targets);
  const isPlainTarget = isSwitchable && mode === 'plain' && !readOnly && !isGroup(kind);
  const hasText = schema.description !== undefined || describeConstraints(schema) !== '' || issues.length > 0;
  const describedBy = hasText ? `${id}-about` : undefined;
  const Control = controlFor(kind, picker, texts);
  const showsOwnLabel = mode === 'plain' && hasOwnLabel(kind, picker);

  const about = <About id={`${id}-about`} schema={schema} issues={issues} hasConstraints={mode === 'plain'} />;
  const templateSwitch = isSwitchable && !readOnly && (
    <TemplateSwitch
      label={label}
      isTemplate={mode === 'template'}
      canLeave={isLiteral(value, schema, kind)}
      onChange={isTemplate => {
        setWanted(isTemplate ? {} : undefined);
        if (!isTemplate)
          onUpdate(before => (typeof before === 'string' ? readLiteral(before, schema, kind)?.value : before));
      }}
    />
  );
  const control =
    mode === 'template' && templates ? (
      <TemplateField
        id={id}
        label={label}
        value={toTemplateText(value)}
        onChange={text => {
          // Whoever types over the last braces goes on in the same field.
          setWanted(wanted ?? {});
          set(isExpressionKind(texts) ? text : fromTemplateText(text, schema, kind));
        }}
        templates={templates}
        texts={texts}
        isDecision={
          (texts === 'expression' && name === 'expression') || (texts === 'item expression' && name === 'until')
        }
        isSingleLine={kind !== 'long text' && !isExpressionKind(texts)}
        isTall={kind === 'long text'}
        isRequired={isRequired}
        readOnly={readOnly}
        autoFocus={wanted !== undefined}
        {...(wanted?.caret !== undefined && { caret: wanted.caret })}
        {...(describedBy && { describedBy })}
      />
    ) : (
      <Control
        {...{ id, name, path, label, schema, value, texts, issues, isRequired, isInvalid, readOnly, describedBy }}
        onChange={change}
        onUpdate={onUpdate}
      />
    );

  return (
    <FieldFrame
      id={id}
      name={name}
      label={label}
      isRequired={isRequired}
      isLabelHidden={isLabelHidden || showsOwnLabel}
      hasOwnLabel={showsOwnLabel}
      isGroup={mode === 'plain' && isGroup(kind)}
      side={templateSwitch}
      {...(isPlainTarget && { onDropPath: insert, onFocus: () => templates?.targets.use(target) })}
    >
      {control}
      {hasText && about}
    </FieldFrame>
  );
}

interface FieldFrameProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly isLabelHidden: boolean;
  /** Whether the control has a label of its own. */
  readonly hasOwnLabel: boolean;
  /** Whether the field consists of several, which the label names together. */
  readonly isGroup: boolean;
  readonly side: ReactNode;
  onDropPath?(path: Path): void;
  onFocus?(): void;
  readonly children: ReactNode;
}

function FieldFrame(props: FieldFrameProps) {
  const { id, name, label, isRequired, isLabelHidden, hasOwnLabel, isGroup, side, onDropPath, onFocus, children } =
    props;
  const { isOver, listeners } = useDrop({
    takes: hasDraggedPath,
    onDrop: event => {
      const path = readDraggedPath(event.dataTransfer);
      if (!path) return;
      event.preventDefault();
      onDropPath?.(path);
    },
  });
  const labelled = (
    <>
      {label}
      {isRequired && (
        <span className="failed" aria-hidden>
          {' '}
          *
        </span>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: values are dropped here; by keyboard they are inserted from the data.
    <div
      className={classes.field}
      data-param={name}
      data-over={isOver || undefined}
      onFocus={onFocus}
      {...(onDropPath && listeners)}
      {...groupOf(isGroup, label)}
    >
      {!isLabelHidden && (
        <div className={classes.head} data-head>
          {isGroup ? (
            <span className="tiny semibold ink">{labelled}</span>
          ) : (
            <label className="tiny semibold ink" htmlFor={id}>
              {labelled}
            </label>
          )}
          {side}
        </div>
      )}
      {isLabelHidden && !isGroup && !hasOwnLabel && (
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
      )}
      {isLabelHidden && side ? (
        <div className={classes.inline}>
          <div className="grow">{children}</div>
          {side}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

function groupOf(isGroup: boolean, label: string) {
  return isGroup ? { role: 'group', 'aria-label': label } : {};
}

/** The target stays the same object while the field is shown, but always inserts into the present value. */
function usePlainTarget(label: string, insert: (path: Path) => void, targets: InsertTargets | undefined): InsertTarget {
  const latest = useRef(insert);
  latest.current = insert;
  const target = useMemo((): InsertTarget => ({ label, insert: path => latest.current(path) }), [label]);
  // A field that is gone would insert into values that are not the present ones.
  useEffect(() => () => targets?.remove(target), [targets, target]);
  return target;
}

interface AboutProps {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly issues: readonly FormIssue[];
  readonly hasConstraints: boolean;
}

function About({ id, schema, issues, hasConstraints }: AboutProps) {
  const constraints = hasConstraints ? describeConstraints(schema) : '';
  return (
    <div id={id} className={classes.about}>
      {issues.map(({ message, severity }) => (
        <p key={message} className={`break-anywhere ${severity === 'error' ? 'failed' : 'warning'}`}>
          {message}
        </p>
      ))}
      {(schema.description || constraints) && (
        <p className="break-anywhere">
          {schema.description}
          {schema.description && constraints && ' '}
          {constraints && <span className={classes.constraints}>{constraints}</span>}
        </p>
      )}
    </div>
  );
}

interface TemplateSwitchProps {
  readonly label: string;
  readonly isTemplate: boolean;
  /** Whether the value can be shown by the plain field. */
  readonly canLeave: boolean;
  onChange(isTemplate: boolean): void;
}

/** The button that makes a field a template, and a plain field again when its value is one. */
function TemplateSwitch({ label, isTemplate, canLeave, onChange }: TemplateSwitchProps) {
  const isStuck = isTemplate && !canLeave;
  const hint = isStuck ? texts.removeTemplateUsePlain : isTemplate ? texts.usePlainValue : texts.useTemplate;
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size={20}
        className={classes.switch}
        aria-pressed={isTemplate}
        aria-label={texts.template(label)}
        aria-disabled={isStuck || undefined}
        data-on={isTemplate || undefined}
        onClick={() => {
          if (!isStuck) onChange(!isTemplate);
        }}
      >
        {'{}'}
      </ActionIcon>
    </Tooltip>
  );
}

/** A field for any JSON: as text, which may be a template, or as JSON. */

import { SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isOfItem } from '../../../../src/engine/node-rules.ts';
import { CodeField } from '../../templates/code-field.tsx';
import { describeJsonProblem } from '../../templates/json-tokens.ts';
import { ResultLine } from '../../templates/result-line.tsx';
import { TemplateField } from '../../templates/template-field.tsx';
import { useEvaluated } from '../../templates/use-evaluated.ts';
import * as words from '../../texts/forms.ts';
import { keepDraft, readDraft } from '../drafts.ts';
import { type ControlProps, inputProps, useForm } from '../form-context.ts';
import { allowedTypes } from '../json-schema.ts';
import { mayBeTemplate } from '../modes.ts';
import classes from './json-control.module.css';

export function JsonControl(props: ControlProps) {
  const { label, schema, value, path, onUpdate, readOnly } = props;
  const types = allowedTypes(schema);
  const allowsText = types.length === 0 || types.includes('string');
  const isJson = value !== undefined && typeof value !== 'string';
  // An emptied field stays what it was.
  const [chosen, setChosen] = useState<'text' | 'json'>(isJson ? 'json' : 'text');
  const draft = readDraft(path);
  const shown = draft !== undefined || isJson || !allowsText ? 'json' : chosen;
  const choose = (next: 'text' | 'json') => {
    setChosen(next);
    keepDraft(path, undefined);
    if (next === 'text' && isJson) onUpdate(toJson);
    if (next === 'json' && typeof value === 'string') onUpdate(readJson);
  };
  return (
    <div>
      {allowsText && !readOnly && (
        <SegmentedControl
          className={classes.modes}
          size="xs"
          aria-label={words.howWritten(label)}
          value={shown}
          onChange={next => choose(next === 'json' ? 'json' : 'text')}
          data={[
            { value: 'text', label: words.text },
            { value: 'json', label: 'JSON' },
          ]}
        />
      )}
      {shown === 'text' ? <AsText {...props} /> : <AsJson {...props} />}
    </div>
  );
}

/** A text that is JSON becomes its value, and any other text a JSON text. */
function readJson(value: unknown): unknown {
  return typeof value !== 'string' || describeJsonProblem(value) ? value : JSON.parse(value);
}

function toJson(value: unknown): unknown {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

function AsText(props: ControlProps) {
  const { id, label, value, onChange, texts, isRequired, readOnly, describedBy } = props;
  const { templates } = useForm();
  const text = typeof value === 'string' ? value : '';
  if (templates && mayBeTemplate(texts)) {
    return (
      <TemplateField
        id={id}
        label={label}
        value={text}
        onChange={next => onChange(next === '' ? undefined : next)}
        templates={templates}
        texts={texts}
        isRequired={isRequired}
        readOnly={readOnly}
        {...(describedBy && { describedBy })}
      />
    );
  }
  return (
    <Textarea
      {...inputProps(props)}
      value={text}
      autosize
      minRows={2}
      maxRows={14}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}

function AsJson({ id, label, path, value, onChange, texts, isRequired, readOnly, describedBy }: ControlProps) {
  const { templates } = useForm();
  const isRendered = templates !== undefined && mayBeTemplate(texts);
  const [draft, setDraft] = useState(() => readDraft(path));
  const place = isOfItem(texts) ? templates?.item : templates?.step;
  const hasTemplates = isRendered && /\{[{%#]/.test(JSON.stringify(value) ?? '');
  const evaluated = useEvaluated(hasTemplates ? place?.data : undefined, value, texts);
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const problem = text.trim() === '' ? undefined : describeJsonProblem(text);
  const type = (next: string) => {
    const isValid = next.trim() === '' || !describeJsonProblem(next);
    // The text stays as it was typed, with its white space, as long as the field is shown.
    setDraft(next);
    keepDraft(path, isValid ? undefined : next);
    if (isValid) onChange(next.trim() === '' ? undefined : JSON.parse(next));
  };
  const isStale = draft !== undefined && !problem && JSON.stringify(value) !== JSON.stringify(parse(draft));
  if (isStale) setDraft(undefined);
  return (
    <div>
      <CodeField
        id={id}
        label={label}
        value={text}
        onChange={type}
        language={isRendered ? 'json with templates' : 'json'}
        isTall
        isRequired={isRequired}
        readOnly={readOnly}
        {...(describedBy && { describedBy })}
        {...(problem && { problem })}
        {...(isRendered && place && { scope: place.completion, targets: templates.targets })}
      />
      {problem && <p className="tiny mt-4 failed">{problem.message}</p>}
      {!problem && <ResultLine evaluated={evaluated} />}
    </div>
  );
}

function parse(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

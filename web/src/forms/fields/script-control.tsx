/** A field for JavaScript or TypeScript. */
import { CodeField } from '../../templates/code-field.tsx';
import type { ControlProps } from '../form-context.ts';
import { tokenizeScript } from './script-tokens.ts';

const EXAMPLE = 'export default function (input, { now, run, log }) {\n  return input;\n}';

export function ScriptControl({ id, label, value, onChange, isRequired, readOnly, describedBy, issues }: ControlProps) {
  const found = issues?.find(({ severity }) => severity === 'error');
  const [, line] = /\bline (\d+)/.exec(found?.message ?? '') ?? [];
  return (
    <CodeField
      id={id}
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={next => onChange(next === '' ? undefined : next)}
      language="script"
      tokens={tokenizeScript}
      placeholder={EXAMPLE}
      isTall
      isRequired={isRequired}
      readOnly={readOnly}
      {...(describedBy && { describedBy })}
      {...(found && { problem: { message: found.message, ...(line !== undefined && { line: Number(line) }) } })}
    />
  );
}

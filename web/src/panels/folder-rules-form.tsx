import { Checkbox, NativeSelect } from '@mantine/core';
import type { FolderSettings, Right } from '../api/panels.ts';
import type { Update } from '../forms/form-context.ts';
import { NumberField } from '../look/inputs/number-field.tsx';
import { TagsInput } from '../look/inputs/tags-input.tsx';
import { DEFAULT_RIGHT, OPERATIONS, RIGHTS } from '../panel-parts/folder-rules.ts';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import classes from './settings.module.css';
import { LIMITS, limitProblem, type RulesDraft, typesProblem } from './settings-draft.ts';

interface FolderRulesFormProps {
  rules: RulesDraft;
  onUpdate(update: Update<RulesDraft>): void;
}

const SWITCHES = ['public_links', 'record_required', 'keep_without_record'] as const satisfies (keyof FolderSettings)[];

/** Every rule that a folder can have. What has its default is left out of the settings. */
export function FolderRulesForm({ rules, onUpdate }: FolderRulesFormProps) {
  function change(changes: { [Key in keyof RulesDraft]: RulesDraft[Key] | undefined }) {
    onUpdate(before =>
      Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined)),
    );
  }

  return (
    <div className="column gap-12 min-w-0">
      <fieldset className={classes.rights}>
        <legend>{texts.rights}</legend>
        {OPERATIONS.map(operation => (
          <NativeSelect
            key={operation}
            size="xs"
            label={texts.right[operation]}
            data={RIGHTS.map(right => ({ value: right, label: texts.levels[right] }))}
            value={rules[operation] ?? DEFAULT_RIGHT}
            onChange={event => {
              const right = readRight(event.currentTarget.value);
              change({ [operation]: right === DEFAULT_RIGHT ? undefined : right });
            }}
          />
        ))}
      </fieldset>
      <TagsInput
        size="xs"
        label={texts.types}
        description={texts.typesText}
        placeholder={texts.typesHint}
        value={rules.types ?? []}
        onChange={types => change({ types: types.length === 0 ? undefined : types })}
        error={typesProblem(rules.types)}
        acceptValueOnBlur
      />
      <div className={classes.limits}>
        {LIMITS.map(limit => (
          <NumberField
            key={limit}
            size="xs"
            isInteger
            label={texts[limit]}
            placeholder={limit === 'keep_days' ? words.forEver : words.noLimit}
            value={rules[limit]}
            onChange={value => change({ [limit]: value })}
            error={limitProblem(limit, rules[limit])}
          />
        ))}
      </div>
      {SWITCHES.map(name => (
        <Checkbox
          key={name}
          size="xs"
          label={texts[name]}
          checked={rules[name] === true}
          onChange={event => change({ [name]: event.currentTarget.checked || undefined })}
        />
      ))}
    </div>
  );
}

function readRight(value: string): Right {
  return RIGHTS.find(right => right === value) ?? DEFAULT_RIGHT;
}

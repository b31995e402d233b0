import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import classes from './editor-toolbar.module.css';
import { generalIssues } from './issues.ts';
import type { Check } from './use-check.ts';

export type ViewKind = 'canvas' | 'list';

interface EditorToolbarProps {
  view: ViewKind;
  onView(view: ViewKind): void;
  isReadOnly: boolean;
  check: Check;
  onAdd(element: HTMLElement): void;
  onTidy(): void;
  onNote(): void;
  onHelp(): void;
  /** Opens the next step with an issue. */
  onNextIssue(): void;
}

export function EditorToolbar(props: EditorToolbarProps) {
  const { view, onView, isReadOnly, check, onAdd, onTidy, onNote, onHelp, onNextIssue } = props;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={texts.editor}>
      {!isReadOnly && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={event => onAdd(event.currentTarget)}
          >
            {texts.addStep}
          </Button>
          {view === 'canvas' && (
            <>
              <Tool icon="layout-template" label={texts.tidyUpShiftL} onClick={onTidy} />
              <Tool icon="sticky-note" label={texts.addNote} onClick={onNote} />
            </>
          )}
        </>
      )}
      <IssueSummary check={check} onNext={onNextIssue} />
      <span className={classes.space} />
      <Tool
        icon={view === 'list' ? 'workflow' : 'list'}
        label={view === 'list' ? texts.showCanvas : texts.showList}
        onClick={() => onView(view === 'list' ? 'canvas' : 'list')}
      />
      <Tool icon="keyboard" label={texts.keys} onClick={onHelp} />
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}

function IssueSummary({ check: { issues }, onNext }: { check: Check; onNext(): void }) {
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const warnings = issues.length - errors;
  if (issues.length === 0) return <span role="status" aria-label={texts.issues} />;
  const [general] = generalIssues(issues);
  return (
    <span className={classes.issues} role="status" aria-label={texts.issues}>
      <button type="button" className={classes.count} data-kind={errors > 0 ? 'error' : 'warning'} onClick={onNext}>
        <Icon name={errors > 0 ? 'circle-alert' : 'triangle-alert'} size={14} />
        {errors > 0 ? count(errors, 'error') : count(warnings, 'warning')}
      </button>
      {general && <span className="truncate">{general.message}</span>}
    </span>
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

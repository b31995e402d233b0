import { Button, Popover } from '@mantine/core';
import type { FlowDirection } from '../graph/direction.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as texts from '../texts/editor.ts';
import { type EditorIssue, generalIssues } from './document/issues.ts';
import classes from './editor-toolbar.module.css';

export type ViewKind = 'canvas' | 'list';

interface EditorToolbarProps {
  view: ViewKind;
  onView(view: ViewKind): void;
  isReadOnly: boolean;
  onAdd(element: HTMLElement): void;
  onTidy(): void;
  /** Where the workflow leads. */
  direction: FlowDirection;
  onTurn(): void;
  onNote(): void;
  onHelp(): void;
}

/** Stands at the lower edge, beside the zoom. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { view, onView, isReadOnly, onAdd, onTidy, direction, onTurn, onNote, onHelp } = props;
  return (
    <div className="row flex-none gap-2" role="toolbar" aria-label={texts.editor}>
      {!isReadOnly && (
        <>
          <Button
            data-tour="add"
            size="compact-md"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="plus" size={14} />}
            onClick={event => onAdd(event.currentTarget)}
          >
            {texts.addStep}
          </Button>
          {view === 'canvas' && (
            <>
              <Tool icon="layout-template" label={texts.tidyUpShiftL} onClick={onTidy} />
              <Tool
                icon={direction === 'right' ? 'arrow-down' : 'arrow-right'}
                label={direction === 'right' ? texts.leadDown : texts.leadRight}
                onClick={onTurn}
              />
              <Tool icon="sticky-note" label={texts.addNote} onClick={onNote} />
            </>
          )}
        </>
      )}
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
  return <IconButton icon={icon} label={label} hint size={32} onClick={onClick} />;
}

/** How many errors or warnings there are. A click opens the next step with one, or tells what is wrong with the whole. */
export function IssueSummary({ issues, onNext }: { issues: readonly EditorIssue[]; onNext(): void }) {
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const warnings = issues.length - errors;
  if (issues.length === 0) return <span role="status" aria-label={texts.issues} />;
  const general = generalIssues(issues);
  return (
    <span className={classes.issues} role="status" aria-label={texts.issues}>
      <button type="button" className={classes.count} data-kind={errors > 0 ? 'error' : 'warning'} onClick={onNext}>
        <Icon name={errors > 0 ? 'circle-alert' : 'triangle-alert'} size={14} />
        {errors > 0 ? count(errors, 'error') : count(warnings, 'warning')}
      </button>
      {general[0] && (
        <Popover width={340} position="top-start">
          <Popover.Target>
            <button type="button" className={`${classes.general} truncate`}>
              {general[0].message}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            {general.map(({ message }) => (
              <p key={message} className={classes.message}>
                {message}
              </p>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

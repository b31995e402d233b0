import { Checkbox, Menu, Switch, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { WorkflowSummary } from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { type State, StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import { triggerWords } from '../run-parts/trigger-words.ts';
import { countRuns } from '../texts/counts.ts';
import { LOCALE } from '../texts/locale.ts';
import * as texts from '../texts/workflows.ts';
import { Sparkline } from './sparkline.tsx';
import { failureRate, groupTriggers } from './summary-words.ts';
import { isSelectable, type Rights } from './workflow-rights.ts';
import classes from './workflow-table.module.css';

export type RowAction = 'share' | 'copy' | 'export' | 'delete';

export interface WorkflowRowProps {
  workflow: WorkflowSummary;
  rights: Rights;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  onActivate(active: boolean): void;
  /** `opener` is the button that gets the focus back when a dialog closes. */
  onAction(action: RowAction, opener: Element | null): void;
}

export function WorkflowRow({ workflow, rights, isSelected, onSelect, onActivate, onAction }: WorkflowRowProps) {
  const { id, name, description, last_run, day, waiting } = workflow;
  const rate = failureRate(day);
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={classes.select}>
        {isSelectable(rights) && (
          <Checkbox
            className={link.above}
            aria-label={texts.selectNamed(name)}
            checked={isSelected}
            onChange={event => onSelect(event.currentTarget.checked)}
          />
        )}
      </td>
      <td className={classes.state}>
        <ActiveState workflow={workflow} canChange={rights.activate} onChange={onActivate} />
      </td>
      <th scope="row" className={classes.name}>
        <Link to="/workflows/$workflowId" params={{ workflowId: id }} className={`${link.link} ${table.name}`}>
          <bdi>{name}</bdi>
        </Link>
        {description !== '' && <bdi className={`${table.description} ${classes.description}`}>{description}</bdi>}
      </th>
      <td className={classes.triggers}>
        <Triggers triggers={workflow.triggers} />
      </td>
      <td className={classes.version}>
        <Version workflow={workflow} />
      </td>
      <td className={classes.day}>
        <div className={classes.dayContent}>
          <Sparkline day={day} />
          <span className={day.total === 0 ? 'dim' : undefined}>{day.total === 0 ? '–' : countRuns(day.total)}</span>
        </div>
      </td>
      <td className={classes.rate}>
        {rate !== undefined && (
          <span className={classes.failed}>
            <Icon name="x" size={12} />
            {rate}
            <span className="visually-hidden"> {texts.failedInText}</span>
          </span>
        )}
      </td>
      <td className={classes.last}>
        <div className="flex gap-10 nowrap">
          {waiting > 0 && (
            <span className={classes.waiting}>
              <StateMark state="waiting" size={14} />
              {texts.runsWait(waiting)}
            </span>
          )}
          {last_run && last_run.finished_at !== null && (
            <span className="row gap-4 nowrap">
              <StateMark state={last_run.status as State} size={14} />
              <Time at={last_run.finished_at} />
            </span>
          )}
          {!last_run && <span className="dim">{texts.neverRun}</span>}
        </div>
      </td>
      <td className={classes.menu}>
        <RowMenu id={id} name={name} rights={rights} onAction={onAction} />
      </td>
    </tr>
  );
}

interface ActiveStateProps {
  workflow: WorkflowSummary;
  canChange: boolean;
  onChange(active: boolean): void;
}

function ActiveState({ workflow: { name, active, published_version }, canChange, onChange }: ActiveStateProps) {
  if (published_version === null) return <span className={classes.draft}>{texts.draft}</span>;
  if (!canChange) return <span className={active ? classes.on : 'dim'}>{active ? texts.on : texts.off}</span>;
  return (
    <Switch
      className={link.above}
      size="xs"
      color="var(--success)"
      aria-label={texts.isOn(name)}
      label={active ? texts.on : texts.off}
      checked={active}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  );
}

const SHOWN_TRIGGERS = 2;

function Triggers({ triggers }: Pick<WorkflowSummary, 'triggers'>) {
  const groups = groupTriggers(triggers);
  // A manual start goes without saying where there is something else.
  const telling = groups.filter(({ type }) => type !== 'trigger.manual');
  const shown = telling.length > 0 ? telling : groups;
  return (
    <div className={classes.triggerList}>
      {shown.slice(0, SHOWN_TRIGGERS).map(({ type, count, nextRunAt }) => {
        const { label, icon } = triggerWords(type);
        return (
          <span key={type} className={classes.trigger}>
            <Icon name={icon} size={14} />
            <span className={classes.triggerLabel}>
              {nextRunAt === undefined ? label : <Time at={nextRunAt} />}
              {nextRunAt !== undefined && <span className="visually-hidden"> {texts.bySchedule}</span>}
            </span>
            {count > 1 && <span className="dim">×{count}</span>}
          </span>
        );
      })}
      {shown.length > SHOWN_TRIGGERS && <span className="dim">+{shown.length - SHOWN_TRIGGERS}</span>}
      {groups.length === 0 && <span className="dim">{texts.noTrigger}</span>}
    </div>
  );
}

function Version({ workflow: { published_version, published_at, draft_changed } }: { workflow: WorkflowSummary }) {
  if (published_version === null || published_at === null) return <span className="dim">{texts.neverPublished}</span>;
  return (
    <span className="row gap-8 nowrap">
      <Tooltip label={texts.published(new Date(published_at).toLocaleString(LOCALE))}>
        <span className={link.above}>v{published_version}</span>
      </Tooltip>
      {draft_changed && <span className={classes.changed}>{texts.changedInText}</span>}
    </span>
  );
}

interface RowMenuProps {
  id: string;
  name: string;
  rights: Rights;
  onAction(action: RowAction, opener: Element | null): void;
}

function RowMenu({ id, name, rights, onAction }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const act = (action: RowAction) => onAction(action, button.current);
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <IconButton icon="ellipsis" label={texts.actionsFor(name)} ref={button} className={link.above} size="md" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="activity" />}
          renderRoot={props => <Link {...props} to="/runs" search={{ workflow: id }} />}
        >
          {texts.runs}
        </Menu.Item>
        {rights.share && (
          <Menu.Item leftSection={<Icon name="share-2" />} onClick={() => act('share')}>
            {texts.shareDialog}
          </Menu.Item>
        )}
        {rights.copy && (
          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => act('copy')}>
            {texts.copyDialog}
          </Menu.Item>
        )}
        {rights.export && (
          <Menu.Item leftSection={<Icon name="download" />} onClick={() => act('export')}>
            {texts.exportAction}
          </Menu.Item>
        )}
        {rights.delete && (
          <>
            <Menu.Divider />
            <Menu.Item className="failed" leftSection={<Icon name="trash-2" />} onClick={() => act('delete')}>
              {texts.deleteWithQuestion}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

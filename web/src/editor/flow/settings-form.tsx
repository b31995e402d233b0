import { Switch } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { draftsOf } from '../../forms/drafts.ts';
import { SchemaForm, type Update, type Values } from '../../forms/schema-form.tsx';
import { isObject } from '../../graph/definition.ts';
import { workflowSettings as texts } from '../../texts/flow.ts';
import { changedPath } from '../document/changed-path.ts';
import { type EditorIssue, settingsIssues } from '../document/issues.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import classes from './flow-panel.module.css';
import {
  ALERT_SCHEMA,
  joinKeepDays,
  KEEP_DAYS_BY_STATUS_SCHEMA,
  KEEP_DAYS_SCHEMA,
  SETTINGS_SCHEMA,
  setSetting,
  setSettings,
  splitKeepDays,
} from './settings-schema.ts';

const GROUPS = [
  { title: texts.groups.concurrency, names: ['concurrency', 'priority'] },
  { title: texts.groups.failures, names: ['retry'] },
  { title: texts.groups.runs, names: ['labels', 'runs'] },
  { title: texts.groups.tool, names: ['tool'] },
  { title: texts.groups.publishing, names: ['tests'] },
];

export function SettingsForm({ issues }: { issues: readonly EditorIssue[] }) {
  const { store } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const readOnly = useEditor(state => state.isReadOnly);
  const workflowId = useEditor(state => state.workflowId);
  const formId = `${draftsOf(useSession().user.id, workflowId)}settings`;
  const settings = isObject(definition.settings) ? definition.settings : {};
  const problems = settingsIssues(issues);
  const change = (update: Update<Values, Record<string, unknown>>) =>
    store
      .getState()
      .change(texts.change, each => setSettings(each, update(isObject(each.settings) ? each.settings : {})), {
        group: `settings ${changedPath(settings, update(settings))}`,
      });
  return (
    <>
      <p className="text-13 dim">{texts.about}</p>
      {problems.length > 0 && (
        <div role="alert">
          <ul className={classes.problems}>
            {problems.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {GROUPS.map(({ title, names }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3 className="mt-4 text-13 semibold">{title}</h3>
          <SchemaForm
            schema={SETTINGS_SCHEMA}
            value={settings}
            readOnly={readOnly}
            formId={`${formId} ${title}`}
            only={name => names.includes(name)}
            onUpdate={change}
          />
          {names.includes('runs') && (
            <KeepDaysFields
              keepDays={settings.keep_days}
              formId={`${formId} keep_days`}
              readOnly={readOnly}
              onUpdate={update => change(each => setSetting(each, 'keep_days', update(each.keep_days)))}
            />
          )}
          {names.includes('retry') && (
            <AlertFields
              alert={settings.alert}
              formId={`${formId} alert`}
              readOnly={readOnly}
              onUpdate={update => change(each => setSetting(each, 'alert', update(each.alert)))}
            />
          )}
        </section>
      ))}
    </>
  );
}

interface KeepDaysFieldsProps {
  formId: string;
  keepDays: unknown;
  readOnly: boolean;
  onUpdate(update: Update<unknown>): void;
}

/** The empty object stays while it is switched on, although it says nothing: otherwise the switch would go back. */
function KeepDaysFields({ formId, keepDays, readOnly, onUpdate }: KeepDaysFieldsProps) {
  const isByStatus = isObject(keepDays);
  return (
    <>
      <Switch
        label={texts.keepByStatus}
        description={texts.keepByStatusAbout}
        checked={isByStatus}
        disabled={readOnly}
        onChange={event => onUpdate(event.currentTarget.checked ? splitKeepDays : joinKeepDays)}
      />
      <SchemaForm
        // The fields of the other form are others.
        key={String(isByStatus)}
        schema={isByStatus ? KEEP_DAYS_BY_STATUS_SCHEMA : KEEP_DAYS_SCHEMA}
        value={isByStatus ? keepDays : setSetting({}, 'keep_days', keepDays)}
        readOnly={readOnly}
        formId={`${formId} ${isByStatus}`}
        onUpdate={update =>
          onUpdate(before =>
            isByStatus ? update(isObject(before) ? before : {}) : update(setSetting({}, 'keep_days', before)).keep_days,
          )
        }
      />
    </>
  );
}

interface AlertFieldsProps {
  formId: string;
  alert: unknown;
  readOnly: boolean;
  onUpdate(update: Update<unknown>): void;
}

/** Without a setting the owner is told, so that switching it on means to have no setting. */
function AlertFields({ formId, alert, readOnly, onUpdate }: AlertFieldsProps) {
  const isOn = alert !== false;
  return (
    <>
      <Switch
        label={texts.alert}
        description={texts.alertAbout}
        checked={isOn}
        disabled={readOnly}
        onChange={event => {
          const next = event.currentTarget.checked ? undefined : false;
          onUpdate(() => next);
        }}
      />
      {isOn && (
        <SchemaForm
          schema={ALERT_SCHEMA}
          value={isObject(alert) ? alert : {}}
          readOnly={readOnly}
          formId={formId}
          onUpdate={update =>
            onUpdate(before => {
              const next = update(isObject(before) ? before : {});
              return Object.keys(next).length === 0 ? undefined : next;
            })
          }
        />
      )}
    </>
  );
}

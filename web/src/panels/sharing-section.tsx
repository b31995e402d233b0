import { Link } from '@tanstack/react-router';
import type { OpenedPanel, WatchingWorkflow } from '../api/panels.ts';
import { Section } from '../look/page/section.tsx';
import { ShareFields } from '../sharing/share-fields.tsx';
import { fromShares, toShares } from '../sharing/shares.ts';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import classes from './settings.module.css';
import type { SettingsSectionProps } from './use-panel-form.ts';

export function SharingSection({ form: { draft, change }, readOnly }: SettingsSectionProps) {
  return (
    <Section title={words.sharing} text={texts.sharingText}>
      <div className={classes.wide}>
        <ShareFields
          shares={toShares(draft)}
          extra={{}}
          onChange={shares => change(fromShares(shares))}
          levels={{ read: texts.canUse, write: texts.canChange }}
          readOnly={readOnly}
          heading={false}
        />
      </div>
    </Section>
  );
}

/** Nothing is shown when no workflow watches the panel, or none that the user may see. */
export function WatchingSection({ opened: { workflows } }: { opened: OpenedPanel }) {
  if (workflows.length === 0) return null;
  return (
    <Section title={words.workflows} text={texts.watchingText}>
      <ul className={classes.list}>
        {workflows.map(workflow => (
          <li key={`${workflow.id} ${workflow.node_id}`}>
            <Link to="/workflows/$workflowId" params={{ workflowId: workflow.id }}>
              {workflow.name}
            </Link>
            <span className="dim">{describeWatching(workflow)}</span>
            {!workflow.active && <span className="tag">{words.offInText}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function describeWatching({ collection, folder, events }: WatchingWorkflow): string {
  return collection === null ? texts.watchesFiles(folder ?? '*', events) : texts.watchesRecords(collection, events);
}

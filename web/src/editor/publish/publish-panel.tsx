import { Button, Switch, Textarea, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  activateWorkflow,
  type Publication,
  publicationChanges,
  publicationQuery,
  publishWorkflow,
} from '../../api/publication.ts';
import { useSession } from '../../api/session.ts';
import { CopyButton } from '../../look/copy-button.tsx';
import { Icon } from '../../look/icons.tsx';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { sentence } from '../../look/sentence.ts';
import { ErrorState } from '../../look/states/error-state.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { Time } from '../../look/time.tsx';
import { useAction } from '../../look/use-action.ts';
import * as pollTexts from '../../texts/polls.ts';
import * as texts from '../../texts/publish.ts';
import { DifferenceList } from '../difference-list.tsx';
import { useEditor, useEditorParts, useSaved } from '../editor-context.ts';
import panel from '../panel.module.css';
import { FormList, WebhookList } from './addresses.tsx';
import { ConditionList } from './condition-list.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { ListeningList, listeningOf } from './listening-list.tsx';
import { PollList, pollsOf } from './poll-list.tsx';
import classes from './publish-panel.module.css';
import {
  compareWithPublished,
  countErrors,
  describeAuthors,
  describeChanges,
  describeRights,
  pinnedSteps,
} from './publish-words.ts';
import { ScheduleList } from './schedule-list.tsx';

/** What publishing changes, for whom and when it runs, and the button that does it. */
export function PublishPanel({ onClose }: { onClose(): void }) {
  const { workflow } = useEditorParts();
  const { data, error, refetch } = useQuery({ ...publicationQuery(workflow.id), refetchOnMount: 'always' });
  // The service judges what is saved, so every save asks it again.
  const saved = useSaved(({ state: { base } }) => `${base.revisionId} ${base.updated}`);
  const judged = useRef(saved);
  useEffect(() => {
    if (judged.current === saved) return;
    judged.current = saved;
    void refetch();
  }, [saved, refetch]);
  return (
    <div className="column h-full min-h-0 bg-panel">
      <header className={panel.head}>
        <h2 className="title">{texts.publish}</h2>
        <IconButton icon="x" label={texts.closePublishPanel} hint={texts.close} size="md" onClick={onClose} />
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <PublicationParts publication={data} />}
    </div>
  );
}

function PublicationParts({ publication }: { publication: Publication }) {
  const { workflow, store, canvas } = useEditorParts();
  const { user } = useSession();
  const draft = useEditor(state => state.definition);
  const { deployment, published, authors, issues, run_as, conditions, schedules, webhooks, forms } = publication;
  const polls = pollsOf(deployment.triggers);
  const listening = listeningOf(deployment.triggers);
  const { before, difference, changes } = compareWithPublished(published, draft);
  const pins = pinnedSteps(draft);
  const show = (id: string) => {
    store.getState().select([id]);
    canvas.current?.reveal(id);
  };
  return (
    <>
      <div className="fill overflow-y-auto">
        <PublishedState workflowId={workflow.id} publication={publication} />
        {issues.length > 0 && (
          <Part title={texts.issues}>
            <IssueList issues={issues} onShow={show} />
          </Part>
        )}
        <Part title={published ? texts.changedSinceVersion(published.version) : texts.whatPublished}>
          {changes === 0 ? (
            <p className="small dim">{texts.nothingDraftWhatPublished}</p>
          ) : (
            <>
              <p className="medium">{describeChanges(difference, published === null)}</p>
              {authors.length > 0 && <p className="small dim">{texts.by(describeAuthors(authors))}</p>}
              <details className={classes.fold}>
                <summary>{published ? texts.showChanges : texts.showSteps}</summary>
                <DifferenceList difference={difference} before={before} after={draft} onShow={show} />
              </details>
            </>
          )}
        </Part>
        {pins.length > 0 && (
          <p className={classes.warning}>
            <Icon name="pin" />
            <span>{texts.pinsOnlyInDraft(pins)}</span>
          </p>
        )}
        {forms.length > 0 && (
          <Part title={texts.forms}>
            <FormList workflowId={workflow.id} forms={forms} />
          </Part>
        )}
        {webhooks.length > 0 && (
          <Part title={texts.webhooks}>
            <WebhookList workflowId={workflow.id} webhooks={webhooks} />
          </Part>
        )}
        {polls.length > 0 && (
          <Part title={pollTexts.polls}>
            <PollList workflowId={workflow.id} polls={polls} draft={draft} />
          </Part>
        )}
        {listening.length > 0 && (
          <Part title={pollTexts.listening}>
            <ListeningList triggers={listening} draft={draft} />
          </Part>
        )}
        {schedules.length > 0 && (
          <Part title={texts.schedules}>
            <ScheduleList workflowId={workflow.id} schedules={schedules} deployment={deployment} draft={draft} />
          </Part>
        )}
        {conditions.length > 0 && (
          <Part title={texts.conditions}>
            <ConditionList conditions={conditions} draft={draft} />
          </Part>
        )}
        <Part title={texts.rights}>
          <p className="small dim">{describeRights(run_as, user)}</p>
        </Part>
        {deployment.signing_secret !== '' && (
          <Part title={texts.signingSecret}>
            <SigningSecret secret={deployment.signing_secret} />
          </Part>
        )}
        {published && published.version > 1 && (
          <EarlierVersions workflowId={workflow.id} published={published.version} />
        )}
      </div>
      <PublishForm publication={publication} changes={changes} />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className="tiny dim medium">{title}</h3>
      {children}
    </section>
  );
}

function PublishForm({ publication, changes }: { publication: Publication; changes: number }) {
  const { workflow, saving } = useEditorParts();
  const [note, setNote] = useState('');
  const { isBusy, problem, perform } = useAction({ changes: publicationChanges(workflow.id), rereadsRefused: true });
  const errors = countErrors(publication.issues);
  const version = (publication.deployment.published_version ?? 0) + 1;

  async function publish() {
    await perform(async () => {
      await saving.requireSaved();
      await publishWorkflow(workflow.id, note);
      setNote('');
    }, texts.versionPublished(version));
  }

  return (
    <footer className={classes.footer}>
      <Textarea
        label={texts.note}
        placeholder={texts.whatNewListVersions}
        autosize
        minRows={1}
        maxRows={4}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <Button fullWidth loading={isBusy} disabled={errors > 0} onClick={publish}>
        {publication.published && changes === 0 ? texts.publishAgainVersion(version) : texts.publishVersion(version)}
      </Button>
      {errors > 0 && <p className="small dim">{texts.mendBeforePublishing(errors)}</p>}
    </footer>
  );
}

/** Errors first, because they stop publishing. */
function IssueList({ issues, onShow }: { issues: Publication['issues']; onShow(stepId: string): void }) {
  const sorted = issues.toSorted((one, other) => one.severity.localeCompare(other.severity));
  const keyed = sorted.map((issue, index) => ({ ...issue, key: index }));
  return (
    <ul className={classes.issues}>
      {keyed.map(({ key, severity, message, node_id }) => (
        <li key={key} className="flex gap-8 small">
          <Icon
            name={severity === 'error' ? 'circle-x' : 'triangle-alert'}
            size={14}
            className={severity === 'error' ? 'failed' : 'warning'}
          />
          <span className="visually-hidden">{severity}: </span>
          {node_id === null ? (
            <span>{message}</span>
          ) : (
            <UnstyledButton className={classes.issue} onClick={() => onShow(node_id)}>
              {message}
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The secret by which receivers verify requests that steps sign. It is hidden until somebody asks for it. */
function SigningSecret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? texts.hideTheSecret : texts.showTheSecret;
  return (
    <>
      <p className="small dim">{texts.receiversVerifySignedRequest}</p>
      <div className={classes.copy}>
        <pre>{isShown ? secret : '•'.repeat(24)}</pre>
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={label}
          hint
          size="sm"
          onClick={() => setShown(!isShown)}
        />
        <CopyButton text={secret} label={texts.copyTheSecret} />
      </div>
    </>
  );
}

/** Which version is published, by whom, and whether its triggers are on. */
function PublishedState({ workflowId, publication }: { workflowId: string; publication: Publication }) {
  const { deployment, published } = publication;
  const { isBusy, problem, perform } = useAction({ changes: publicationChanges(workflowId), rereadsRefused: true });
  if (!published) {
    return <p className={classes.status}>{texts.neverPublishedPublishingTurns}</p>;
  }

  return (
    <div className={classes.status}>
      <div className={classes.version}>
        <span>
          {sentence(
            texts.publishedVersion,
            published.version,
            <Time at={published.at} />,
            published.by.name || published.by.email,
          )}
        </span>
        <Switch
          className="flex-none"
          label={deployment.active ? texts.triggers : texts.triggersOff}
          checked={deployment.active}
          disabled={isBusy}
          onChange={event => {
            const active = event.currentTarget.checked;
            void perform(() => activateWorkflow(workflowId, active));
          }}
        />
      </div>
      {published.note !== '' && <p className="mt-4 dim pre-wrap break-anywhere">{published.note}</p>}
      <Problem>{problem}</Problem>
    </div>
  );
}

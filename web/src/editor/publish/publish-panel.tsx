import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Publication, publicationChanges, publicationQuery, publishWorkflow } from '../../api/publication.ts';
import { useSession } from '../../api/session.ts';
import { ErrorState } from '../../look/error-state.tsx';
import { IconButton } from '../../look/icon-button.tsx';
import { Icon } from '../../look/icons.tsx';
import { Problem } from '../../look/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import * as pollTexts from '../../texts/polls.ts';
import * as texts from '../../texts/publish.ts';
import { DifferenceList } from '../difference-list.tsx';
import { useEditor, useEditorParts, useSaved } from '../editor-context.ts';
import { EarlierVersions } from './earlier-versions.tsx';
import { FormList } from './form-list.tsx';
import { IssueList } from './issue-list.tsx';
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
import { PublishedState } from './published-state.tsx';
import { ScheduleList } from './schedule-list.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookList } from './webhook-list.tsx';

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
    <div className={classes.panel}>
      <header className={classes.header}>
        <h2>{texts.publish}</h2>
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
  const { deployment, published, authors, issues, run_as, schedules, webhooks, forms } = publication;
  const polls = pollsOf(deployment.triggers);
  const { before, difference, changes } = compareWithPublished(published, draft);
  const pins = pinnedSteps(draft);
  const show = (id: string) => {
    store.getState().select([id]);
    canvas.current?.reveal(id);
  };
  return (
    <>
      <div className={classes.scroll}>
        <PublishedState workflowId={workflow.id} publication={publication} />
        {issues.length > 0 && (
          <Part title={texts.issues}>
            <IssueList issues={issues} onShow={show} />
          </Part>
        )}
        <Part title={published ? texts.changedSinceVersion(published.version) : texts.whatPublished}>
          {changes === 0 ? (
            <p className={classes.text}>{texts.nothingDraftWhatPublished}</p>
          ) : (
            <>
              <p className={classes.summary}>{describeChanges(difference, published === null)}</p>
              {authors.length > 0 && <p className={classes.text}>{texts.by(describeAuthors(authors))}</p>}
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
        {schedules.length > 0 && (
          <Part title={texts.schedules}>
            <ScheduleList workflowId={workflow.id} schedules={schedules} deployment={deployment} draft={draft} />
          </Part>
        )}
        <Part title={texts.rights}>
          <p className={classes.text}>{describeRights(run_as, user)}</p>
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
      <h3>{title}</h3>
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
      {errors > 0 && <p className={classes.text}>{texts.mendBeforePublishing(errors)}</p>}
    </footer>
  );
}

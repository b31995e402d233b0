import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { earlierVersionsQuery, publicationChanges, publishVersion } from '../../api/publication.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import { Time } from '../../look/time.tsx';
import { versions as texts } from '../../texts/flow.ts';
import classes from './publish-panel.module.css';

/** The versions before the published one, each of which can be published again. */
export function EarlierVersions({ workflowId, published }: { workflowId: string; published: number }) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<number>();
  const { data, error, refetch } = useQuery({ ...earlierVersionsQuery(workflowId, published), enabled: isOpen });
  if (!isOpen) {
    return (
      <Button variant="subtle" size="compact-sm" className={classes.more ?? ''} onClick={() => setOpen(true)}>
        {texts.show}
      </Button>
    );
  }
  return (
    <>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className={classes.versions} aria-label={texts.title}>
        {data?.map(({ version, note, at, by }) => (
          <li key={version} className="row justify-between gap-8 line-below">
            <span className="break-anywhere text-13">
              <strong>{texts.version(version)}</strong> <Time at={at} />
              <span className="dim"> {by.name || by.email}</span>
              {note !== '' && <span className="dim"> · {note}</span>}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.publishAgainOf(version)}
              onClick={() => setAsked(version)}
            >
              {texts.publishAgain}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== undefined}
        title={texts.askTitle(asked ?? 0)}
        action={texts.publishAgain}
        changes={publicationChanges(workflowId)}
        onConfirm={async () => {
          if (asked !== undefined) await publishVersion(workflowId, asked);
        }}
        done={texts.published(asked ?? 0)}
        onClose={() => setAsked(undefined)}
      >
        {texts.askText}
      </ConfirmDialog>
    </>
  );
}

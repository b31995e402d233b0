/** One change of the builder: what it did, word by word, and what the user makes of it. */

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { type BuilderChange, changeKey, changeQuery, openChangesQuery, settleChange } from '../../api/builder.ts';
import { ApiError } from '../../api/transport/client.ts';
import { Icon } from '../../look/icons.tsx';
import { showNotice } from '../../look/states/notices.tsx';
import { useAction } from '../../look/use-action.ts';
import { builder as texts } from '../../texts/builder.ts';
import { DifferenceList } from '../difference-list.tsx';
import { useEditor, useEditorParts } from '../editor-context.ts';
import classes from './builder.module.css';
import { bringIn, type ComparedContent, compareContent, summarize } from './changes.ts';

interface ChangeCardProps {
  id: string;
  /** Shows it on the canvas, or with undefined shows the workflow again. */
  onShow(id: string | undefined): void;
  /** Which cards show the difference. A card is drawn anew when the stored answer takes the place of the streamed one. */
  opened: OpenedCards;
}

export type OpenedCards = readonly [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>];

export function ChangeCard({ id, onShow, opened: [opened, setOpened] }: ChangeCardProps) {
  const { data: change, error } = useQuery({ ...changeQuery(id), retry: isTemporary });
  const compared = useMemo(() => change && compareContent(change), [change]);
  if (error && !change) {
    const isGone = error instanceof ApiError && error.status === 404;
    return <p className="tiny dim">{isGone ? texts.gone : error.message}</p>;
  }
  if (!change || !compared) return <p className="tiny dim">{texts.unread}</p>;
  function show(isOpen: boolean) {
    setOpened(before => new Set(isOpen ? [...before, id] : [...before].filter(other => other !== id)));
  }

  const summary = summarize(compared);
  const { kind, state } = change;
  return (
    <section
      className={classes.card}
      data-state={state}
      aria-label={kind === 'edit' ? texts.edited(summary) : texts.proposed(summary)}
    >
      <p className={classes.summary}>
        <Icon name="git-compare" />
        <strong className="flex-1 medium break-anywhere">
          {kind === 'edit' ? texts.edited(summary) : texts.proposed(summary)}
        </strong>
        {state !== 'open' && <span className="flex-none text-12 dim">{texts.states[state]}</span>}
      </p>
      <details className={classes.details} open={opened.has(id)} onToggle={event => show(event.currentTarget.open)}>
        <summary>{texts.details}</summary>
        <DifferenceList
          difference={compared.difference}
          before={compared.before.definition}
          after={compared.after.definition}
        />
      </details>
      <Decision change={change} compared={compared} onShow={onShow} />
    </section>
  );
}

interface DecisionProps {
  change: BuilderChange;
  compared: ComparedContent;
  onShow(id: string | undefined): void;
}

type Settled = Exclude<BuilderChange['state'], 'open'>;

function Decision({ change: { id, kind, state }, compared, onShow }: DecisionProps) {
  const { store, saving } = useEditorParts();
  const isReadOnly = useEditor(each => each.isReadOnly);
  const workflowId = useEditor(each => each.workflowId);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<BuilderChange['state']>();
  // After a refusal, another tab may have been faster.
  const changes = [changeKey(id), openChangesQuery(workflowId).queryKey];
  const { isBusy, perform } = useAction({ changes, noticesProblem: true });
  const busy = isBusy ? chosen : undefined;

  async function decide(as: Settled, act?: () => Promise<void>) {
    setChosen(as);
    await perform(async () => {
      await act?.();
      queryClient.setQueryData(changeKey(id), await settleChange({ change_id: id, state: as }));
      onShow(undefined);
    });
  }

  /** A change of the editor like any other: one entry of its history, which is saved with the checks of every save. */
  async function bringIntoEditor(label: string, isUndo: boolean) {
    // What the builder did must be in the editor before it is taken out, or it would come back with the next merge.
    await saving.refresh();
    const { name, description, definition } = store.getState();
    const { content, kept } = bringIn(compared, { name, description, definition }, isUndo);
    store.getState().replaceContent(content, label);
    await saving.requireSaved();
    if (kept.length > 0) showNotice({ message: texts.keptMine(kept.join(', ')) });
  }

  if (state !== 'open') return null;
  const choice = (as: Settled, label: string, act?: () => Promise<void>) => (
    <Button
      size="compact-sm"
      variant={as === 'undone' || as === 'dismissed' ? 'default' : 'filled'}
      loading={busy === as}
      disabled={busy !== undefined}
      onClick={() => void decide(as, act)}
    >
      {label}
    </Button>
  );
  const isEdit = kind === 'edit';
  return (
    <div className={classes.buttons}>
      {isEdit && choice('kept', texts.keep)}
      {isEdit && !isReadOnly && choice('undone', texts.undo, () => bringIntoEditor(texts.undoEntry, true))}
      {!isEdit && !isReadOnly && choice('applied', texts.apply, () => bringIntoEditor(texts.applyEntry, false))}
      {!isEdit && choice('dismissed', texts.dismiss)}
      <Button size="compact-sm" variant="subtle" onClick={() => onShow(id)}>
        {texts.show}
      </Button>
    </div>
  );
}

function isTemporary(failures: number, error: Error): boolean {
  return failures < 3 && error instanceof ApiError && error.isTemporary;
}

/** The form and the two buttons of an approval that waits. */

import { Button, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { APPROVALS, type Approval, type ApprovalContext, approvalQuery, decide } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import type { FormIssue } from '../forms/schema-form.tsx';
import { SchemaForm } from '../forms/schema-form.tsx';
import { outsideDialogs } from '../look/dialogs.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { useAction } from '../look/use-action.ts';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-detail.module.css';
import { DelegateDialog } from './delegate-dialog.tsx';
import { formSchema, missingFields, type Problem, readRefusal, toDecisionData } from './form-values.ts';
import { useDraft } from './use-draft.ts';

interface DecisionProps {
  approval: Approval;
  context: ApprovalContext | undefined;
  /** Whether the deadline has passed. */
  isOver: boolean;
  question: ReactNode;
  about: ReactNode;
}

type Choice = 'approve' | 'reject';

export function Decision({ approval, context, isOver, question, about }: DecisionProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const schema = useMemo(() => formSchema(approval.form_schema), [approval.form_schema]);
  const { draft, isRestored, change, discard } = useDraft(approval);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [chosen, setChosen] = useState<Choice>();
  const [isDelegating, setDelegating] = useState(false);
  const { isBusy, perform } = useAction({ changes: [APPROVALS], rereadsRefused: true });
  const busy = isBusy ? chosen : undefined;
  const form = useRef<HTMLDivElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const buttons = { approve: useRef<HTMLButtonElement>(null), reject: useRef<HTMLButtonElement>(null) };
  const mayDecide = approval.permissions.write;
  const hasDelegated = context?.delegations.some(({ from }) => from.id === user.id) ?? false;
  const hasDecided = context?.decisions.some(({ decided_by }) => decided_by.id === user.id) ?? false;

  // The keys lead to the buttons and do not press them, so that a slip decides nothing.
  const focus = (choice: Choice) => buttons[choice].current?.focus();
  useHotkeys([
    ['A', outsideDialogs(() => focus('approve'))],
    ['R', outsideDialogs(() => focus('reject'))],
    ['C', outsideDialogs(() => comment.current?.focus())],
  ]);
  usePageActions(
    mayDecide
      ? [
          { label: texts.actions.approve, keys: 'A', run: () => focus('approve') },
          ...(approval.allow_reject ? [{ label: texts.actions.reject, keys: 'R', run: () => focus('reject') }] : []),
          { label: texts.actions.comment, keys: 'C', run: () => comment.current?.focus() },
        ]
      : [],
  );

  function showProblems(found: readonly Problem[]) {
    setProblems(found);
    const field = found.find(problem => problem.field !== undefined)?.field;
    if (field === undefined) return;
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-param]') ?? [])];
    const control = fields
      .find(({ dataset }) => dataset.param === field)
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button, select');
    control?.focus();
  }

  async function send(decision: Choice) {
    const missing = schema && decision === 'approve' ? missingFields(schema, draft.values) : [];
    if (missing.length > 0) return showProblems(missing);
    setChosen(decision);
    setProblems([]);
    const data = schema ? toDecisionData(schema, draft.values, approval.form_values) : {};
    const request = {
      approval_id: approval.id,
      decision,
      ...(decision === 'approve' && { data }),
      comment: draft.comment.trim(),
    };
    await perform(
      async () => {
        const decided = await decide(request).catch(error => {
          showProblems([readRefusal(error, schema)]);
          throw error;
        });
        discard();
        queryClient.setQueryData(approvalQuery(approval.id).queryKey, decided);
        return decided.status === 'pending';
      },
      waits => describeDone(decision, waits),
    );
  }

  const button = (choice: Choice, icon: IconName, label: string) => (
    <Button
      ref={buttons[choice]}
      variant={choice === 'reject' ? 'default' : 'filled'}
      leftSection={<Icon name={icon} />}
      loading={busy === choice}
      disabled={isOver || (busy !== undefined && busy !== choice)}
      onClick={() => void send(choice)}
    >
      {label}
    </Button>
  );
  const general = problems.filter(({ field }) => field === undefined);
  return (
    <div className={classes.scroll}>
      {question}
      {mayDecide ? (
        <div className={classes.form} ref={form}>
          {isRestored && (
            <p className="dim text-13">
              {texts.restored}{' '}
              <Button size="compact-xs" variant="subtle" onClick={discard}>
                {texts.discard}
              </Button>
            </p>
          )}
          {schema && (
            <SchemaForm
              schema={schema}
              value={draft.values}
              formId={`${user.id}/${approval.id}`}
              inlineFiles
              issues={problems.flatMap(toIssue)}
              onUpdate={update => change(before => ({ ...before, values: update(before.values) }))}
            />
          )}
          <Textarea
            ref={comment}
            label={texts.comment}
            description={texts.commentHint}
            autosize
            minRows={2}
            maxRows={10}
            value={draft.comment}
            onChange={event => {
              const comment = event.currentTarget.value;
              change(before => ({ ...before, comment }));
            }}
          />
        </div>
      ) : (
        <p className="dim">{describeOthers({ hasDecided, hasDelegated })}</p>
      )}
      {mayDecide && (
        <footer className={classes.footer}>
          <div className={classes.problems} role="alert">
            {general.map(({ message }) => (
              <span key={message}>{message}</span>
            ))}
            {problems.length > general.length && <span>{texts.someFieldsWrong}</span>}
            {isOver && problems.length === 0 && <span>{texts.over}</span>}
          </div>
          {approval.allow_reject && button('reject', 'x', texts.reject)}
          {button('approve', 'check', texts.approve)}
          <Button
            variant="subtle"
            className={classes.delegate}
            disabled={isOver || isBusy}
            onClick={() => setDelegating(true)}
          >
            {texts.delegateMore}
          </Button>
          <DelegateDialog approval={approval} isOpen={isDelegating} onClose={() => setDelegating(false)} />
        </footer>
      )}
      <div className={classes.about}>{about}</div>
    </div>
  );
}

function describeOthers({ hasDecided, hasDelegated }: { hasDecided: boolean; hasDelegated: boolean }): string {
  if (hasDecided) return texts.othersDecide;
  return hasDelegated ? texts.youDelegated : texts.notYours;
}

function describeDone(decision: Choice, waits: boolean): string {
  if (waits) return decision === 'approve' ? texts.approvedWaits : texts.rejectedWaits;
  return decision === 'approve' ? texts.approved : texts.rejected;
}

function toIssue({ field, message }: Problem): FormIssue[] {
  return field === undefined ? [] : [{ param: field, message, severity: 'error' }];
}

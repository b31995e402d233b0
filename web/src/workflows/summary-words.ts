/** What a list says about a workflow, in words. */

import type { WorkflowSummary } from '../api/workflows.ts';
import * as texts from '../texts/workflows.ts';

/** Returns each type of trigger once, with how many there are and the earliest of their next times. */
export function groupTriggers(triggers: WorkflowSummary['triggers']) {
  return Map.groupBy(triggers, ({ type }) => type)
    .entries()
    .map(([type, all]) => {
      const times = all.flatMap(({ next_run_at }) => next_run_at ?? []);
      return { type, count: all.length, nextRunAt: times.length > 0 ? Math.min(...times) : undefined };
    })
    .toArray();
}

/** Writes the share of runs that failed: `1.2 %`, or nothing when none did. */
export function failureRate({ total, failed }: Pick<WorkflowSummary['day'], 'total' | 'failed'>): string | undefined {
  if (failed === 0) return undefined;
  const percent = (100 * failed) / total;
  if (percent < 0.1) return '< 0.1 %';
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** Says what the picture of the last day shows. */
export function describeDay({ total, failed }: Pick<WorkflowSummary['day'], 'total' | 'failed'>): string {
  if (total === 0) return texts.noRunsLastDay;
  return texts.runsOfLastDay(total, failed);
}

/** Says what goes together with deleted workflows, as far as the list knows. */
export function describeDeletion(workflows: readonly WorkflowSummary[]): string[] {
  const triggers = workflows.flatMap(workflow => (workflow.published_version === null ? [] : workflow.triggers));
  const count = (type: string) => triggers.filter(trigger => trigger.type === type).length;
  const webhooks = count('trigger.webhook');
  const forms = count('trigger.form');
  const schedules = count('trigger.schedule');
  const waiting = workflows.reduce((sum, workflow) => sum + workflow.waiting, 0);
  return [
    texts.allRunsFilesApprovals,
    texts.allRevisionsPublishedVersions,
    ...(webhooks > 0 ? [texts.webhooksStop(webhooks)] : []),
    ...(forms > 0 ? [texts.formsClose(forms)] : []),
    ...(schedules > 0 ? [texts.schedulesEnd(schedules)] : []),
    ...(waiting > 0 ? [texts.runsWaitForDecision(waiting)] : []),
  ];
}

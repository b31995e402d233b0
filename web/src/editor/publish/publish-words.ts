/** What the publish panel says, from what the service knows about a publication. */

import type { Publication } from '../../api/publication.ts';
import { type Definition, displayName, findNode, readDefinition } from '../../graph/definition.ts';
import {
  type ChangeKind,
  compareDefinitions,
  countChanges,
  type Difference,
  shareParts,
} from '../../graph/difference.ts';
import { countConnections, countSaves, countSteps } from '../../texts/counts.ts';
import { joinWords } from '../../texts/lists.ts';
import * as texts from '../../texts/publish.ts';
import * as webhookTexts from '../../texts/webhooks.ts';

const NOTHING: Definition = { nodes: [], edges: [] };

export interface PublishedDifference {
  before: Definition;
  difference: Difference;
  /** What the button shows. */
  changes: number;
}

/** Compares the draft with the published version. Notes and pins belong to drafts only, and moves change nothing. */
export function compareWithPublished(published: Publication['published'], draft: Definition): PublishedDifference {
  return compareWith(published ? readDefinition(published.definition).definition : NOTHING, draft);
}

function compareWith(before: Definition, draft: Definition): PublishedDifference {
  const difference = { ...compareDefinitions(before, draft), notes: [], moved: [] };
  return { before, difference, changes: countChanges(difference) };
}

/** Writes `2 steps added, 1 step changed and 3 connections changed`, or `9 steps and 8 connections` of a first version. */
export function describeChanges({ steps, addedEdges, removedEdges }: Difference, isFirst: boolean): string {
  const of = (wanted: ChangeKind) => steps.filter(({ kind }) => kind === wanted).length;
  const connections = addedEdges.length + removedEdges.length;
  const counted: [number, (count: number) => string][] = isFirst
    ? [
        [steps.length, countSteps],
        [connections, countConnections],
      ]
    : [
        [of('added'), texts.stepsAdded],
        [of('changed'), texts.stepsChanged],
        [of('removed'), texts.stepsRemoved],
        [connections, texts.connectionsChanged],
      ];
  return joinWords(counted.flatMap(([count, word]) => (count > 0 ? word(count) : [])));
}

/**
 * Counts the same changes for one draft after the other. The published steps are replaced by those of the first draft that
 * equal them, so that a step costs a comparison of its params only after it was edited.
 */
export function createCounter(
  published: NonNullable<Publication['published']>,
  first: Definition,
): (draft: Definition) => number {
  const before = shareParts(readDefinition(published.definition).definition, first);
  let last: { draft: Definition; changes: number } | undefined;
  return draft => {
    if (last?.draft !== draft) last = { draft, changes: compareWith(before, draft).changes };
    return last.changes;
  };
}

/** A call that works in any shell as it stands. */
export function webhookCurl(url: string, methods: readonly string[] = ['POST']): string {
  const quoted = `'${url.replaceAll("'", "'\\''")}'`;
  if (methods.includes('GET')) return `curl ${quoted}`;
  return `curl -X POST ${quoted} \\\n  -H 'content-type: application/json' \\\n  -d '{"hello": "world"}'`;
}

/** Says what a webhook does beside starting runs. */
export function describeWebhook({
  methods,
  reply = '',
  verify,
  addresses = [],
}: Publication['webhooks'][number]): string[] {
  return [
    ...(methods ? [webhookTexts.methods(methods.join(', '))] : []),
    ...[webhookTexts.answers[reply]].filter(line => line !== undefined),
    ...(verify === undefined ? [] : [webhookTexts.checked(verify)]),
    ...(addresses.length > 0 ? [webhookTexts.onlyFrom(addresses.join(', '))] : []),
  ];
}

/** Writes `Ann (12 saves) and Ben (1 save)`. */
export function describeAuthors(authors: Publication['authors']): string {
  const names = authors.map(({ name, email, revisions }) => {
    return `${name || email} (${countSaves(revisions)})`;
  });
  return joinWords(names);
}

/** Says with whose rights runs are executed now, and after publishing. */
export function describeRights(runAs: Publication['run_as'], user: { id: string; name: string }): string {
  if (runAs?.id === user.id) return texts.triggersStartRunsYour(user.name);
  const after = texts.onceYouPublishTriggers(user.name);
  return runAs ? texts.nowTheyUse(after, runAs.name || runAs.email) : after;
}

/** Names the steps whose output is pinned: the published version runs them for real. */
export function pinnedSteps(draft: Definition): string[] {
  return Object.keys(draft.editor?.pins ?? {}).flatMap(id => {
    const step = findNode(draft, id);
    return step ? [displayName(step)] : [];
  });
}

export function countErrors(issues: Publication['issues']): number {
  return issues.filter(({ severity }) => severity === 'error').length;
}

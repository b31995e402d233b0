/**
 * Names workflows as tools.
 *
 * When two workflows would have the same name, neither gets it: both get a suffix from their ids. So nobody who shares a
 * workflow can take over the name of another one, and a name that a client remembers never changes its meaning while
 * its workflow exists. The name with the suffix always leads to its workflow, even where it is not needed.
 *
 * Assistants keep the names of their tools for long, and each of their users sees other workflows. So there the name always
 * has the suffix, which alone says which workflow it is: the rest is for people and models, and may be outdated.
 */

export interface NamedWorkflow {
  id: string;
  name: string;
}

/** The clients of some models reject longer names, and characters other than letters, digits, `_` and `-`. */
export const NAME_CHARACTERS = 64;
const PREFIX = 'run_';
/** Only the end of an id is random. It begins with the time, which workflows that are imported together share. */
export const ID_END_CHARACTERS = 12;

/** Maps the id of each workflow to the name of its tool. */
export function nameWorkflowTools(workflows: readonly NamedWorkflow[]): Map<string, string> {
  const uses = new Map<string, number>();
  const plain = workflows.map(workflow => {
    const name = plainName(workflow);
    uses.set(name, (uses.get(name) ?? 0) + 1);
    return { workflow, name };
  });
  return new Map(
    plain.map(({ workflow, name }) => [workflow.id, uses.get(name) === 1 ? name : nameWithSuffix(workflow)]),
  );
}

/** Returns the id of the workflow, or undefined when no workflow or more than one has this name. */
export function findNamedWorkflow(workflows: readonly NamedWorkflow[], toolName: string): string | undefined {
  // Plain names have no hyphen, so the two kinds of names never collide.
  const buildName = toolName.includes('-') ? nameWithSuffix : plainName;
  const [found, another] = workflows.filter(workflow => buildName(workflow) === toolName);
  return another ? undefined : found?.id;
}

/** The name of the tool for assistants and steps. */
export function stableToolName({ id, name = '' }: { id: string; name?: string }): string {
  return nameWithSuffix({ id, name });
}

const STABLE_NAME = /^run_[a-z0-9_]*-([0-9a-f]{12})$/;

/** Returns the end of the id of the workflow. Undefined when this is no such name. */
export function parseStableName(toolName: string): string | undefined {
  return STABLE_NAME.exec(toolName)?.[1];
}

function plainName({ name }: NamedWorkflow): string {
  return truncate(PREFIX + slug(name), NAME_CHARACTERS);
}

function nameWithSuffix(workflow: NamedWorkflow): string {
  const suffix = `-${workflow.id.slice(-ID_END_CHARACTERS)}`;
  return truncate(PREFIX + slug(workflow.name), NAME_CHARACTERS - suffix.length) + suffix;
}

/** Removes accents and other scripts. When nothing is left, the slug is `workflow`. */
function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['workflow'];
  return words.join('_');
}

function truncate(name: string, characters: number): string {
  return name.slice(0, characters).replace(/_+$/, '');
}

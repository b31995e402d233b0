/**
 * What workflows are called as tools. Pure.
 *
 * A name that two workflows would share belongs to neither: all of them get an ending from their ids. So nobody who
 * shares a workflow takes the name of another's, and a name that a client remembers never comes to mean another
 * workflow while the first is there. The name with the ending always leads to its workflow, needed or not.
 */

export interface NamedWorkflow {
  id: string;
  name: string;
}

/** More, and other characters than letters, digits, `_` and `-`, are refused by the clients of some models. */
export const NAME_CHARACTERS = 64;
const START = 'run_';

/** By the workflow's id. */
export function toolNames(workflows: readonly NamedWorkflow[]): Map<string, string> {
  const uses = new Map<string, number>();
  const plain = workflows.map(workflow => {
    const name = plainName(workflow);
    uses.set(name, (uses.get(name) ?? 0) + 1);
    return { workflow, name };
  });
  return new Map(
    plain.map(({ workflow, name }) => [workflow.id, uses.get(name) === 1 ? name : nameWithEnding(workflow)]),
  );
}

/** Undefined when no workflow, or more than one, is called so. */
export function workflowNamed(workflows: readonly NamedWorkflow[], toolName: string): string | undefined {
  // No plain name has a hyphen, so the two kinds of names never meet.
  const nameOf = toolName.includes('-') ? nameWithEnding : plainName;
  const [found, another] = workflows.filter(workflow => nameOf(workflow) === toolName);
  return another ? undefined : found?.id;
}

function plainName({ name }: NamedWorkflow): string {
  return cut(START + slug(name), NAME_CHARACTERS);
}

function nameWithEnding(workflow: NamedWorkflow): string {
  // The random part of the id: its beginning is the time, which workflows that are imported together share.
  const ending = `-${workflow.id.slice(-12)}`;
  return cut(START + slug(workflow.name), NAME_CHARACTERS - ending.length) + ending;
}

/** Letters without their accents. A name in another script leaves nothing. */
function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['workflow'];
  return words.join('_');
}

function cut(name: string, characters: number): string {
  return name.slice(0, characters).replace(/_+$/, '');
}

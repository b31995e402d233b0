import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../platform/ids.ts';
import { type NamedWorkflow, toolNames, workflowNamed } from './tool-names.ts';

const named = (...names: string[]): NamedWorkflow[] => names.map(name => ({ id: newId(), name }));

function namesOf(workflows: readonly NamedWorkflow[]): (string | undefined)[] {
  const names = toolNames(workflows);
  return workflows.map(({ id }) => names.get(id));
}

suite('the names of tools', () => {
  const cases = [
    ['Send invoice', 'run_send_invoice'],
    ['  Déjà vu -- n° 2!  ', 'run_deja_vu_n_2'],
    ['__proto__', 'run_proto'],
    ['ﬁle Ⅳ', 'run_file_iv'],
    ['請求書', 'run_workflow'],
    ['💶', 'run_workflow'],
    ['x'.repeat(200), `run_${'x'.repeat(60)}`],
    [`${'x'.repeat(59)} y`, `run_${'x'.repeat(59)}`],
  ] as const;
  for (const [name, expected] of cases) {
    test(`of ${JSON.stringify(name.slice(0, 30))}`, () => {
      const [workflow, ...none] = named(name);
      assert.ok(workflow && none.length === 0);
      assert.deepEqual(namesOf([workflow]), [expected]);
      assert.equal(workflowNamed([workflow], expected), workflow.id);
    });
  }

  test('that two would share belong to neither', () => {
    const workflows = named('Pay', 'pay!', 'other', 'x'.repeat(99), 'x'.repeat(98));
    const names = namesOf(workflows);
    const endings = workflows.map(({ id }) => `-${id.slice(-12)}`);
    assert.deepEqual(names, [
      `run_pay${endings[0]}`,
      `run_pay${endings[1]}`,
      'run_other',
      `run_${'x'.repeat(47)}${endings[3]}`,
      `run_${'x'.repeat(47)}${endings[4]}`,
    ]);
    for (const name of names) assert.match(name ?? '', /^[A-Za-z0-9_-]{1,64}$/);
    assert.deepEqual(
      names.map(name => workflowNamed(workflows, name ?? '')),
      workflows.map(({ id }) => id),
    );
    assert.equal(workflowNamed(workflows, 'run_pay'), undefined);
    assert.equal(workflowNamed(workflows, 'run_nothing'), undefined);
    assert.equal(workflowNamed(workflows, `run_other${endings[2]}`), workflows[2]?.id);
    assert.equal(workflowNamed(workflows, `run_other${endings[1]}`), undefined);
  });

  test('with an ending can not be taken by a workflow that is called so', () => {
    const [one, two] = named('pay', 'pay');
    assert.ok(one && two);
    const ending = one.id.slice(-12);
    const workflows = [one, two, ...named(`pay ${ending}`, `pay-${ending}`)];
    assert.equal(new Set(namesOf(workflows)).size, 4);
    assert.equal(workflowNamed(workflows, `run_pay-${ending}`), one.id);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import { findNamedWorkflow, type NamedWorkflow, nameWorkflowTools } from './names.ts';

const named = (...names: string[]): NamedWorkflow[] => names.map(name => ({ id: newId(), name }));

function listNames(workflows: readonly NamedWorkflow[]): (string | undefined)[] {
  const names = nameWorkflowTools(workflows);
  return workflows.map(({ id }) => names.get(id));
}

suite('the name of a tool', () => {
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
    test(`comes from the name of the workflow: ${JSON.stringify(name.slice(0, 30))}`, () => {
      const [workflow, ...none] = named(name);
      assert.ok(workflow && none.length === 0);
      assert.deepEqual(listNames([workflow]), [expected]);
      assert.equal(findNamedWorkflow([workflow], expected), workflow.id);
    });
  }

  test('has a suffix when two workflows have the same name', () => {
    const workflows = named('Pay', 'pay!', 'other', 'x'.repeat(99), 'x'.repeat(98));
    const names = listNames(workflows);
    const suffixes = workflows.map(({ id }) => `-${id.slice(-12)}`);
    assert.deepEqual(names, [
      `run_pay${suffixes[0]}`,
      `run_pay${suffixes[1]}`,
      'run_other',
      `run_${'x'.repeat(47)}${suffixes[3]}`,
      `run_${'x'.repeat(47)}${suffixes[4]}`,
    ]);
    for (const name of names) assert.match(name ?? '', /^[A-Za-z0-9_-]{1,64}$/);
    assert.deepEqual(
      names.map(name => findNamedWorkflow(workflows, name ?? '')),
      workflows.map(({ id }) => id),
    );
    assert.equal(findNamedWorkflow(workflows, 'run_pay'), undefined);
    assert.equal(findNamedWorkflow(workflows, 'run_nothing'), undefined);
    assert.equal(findNamedWorkflow(workflows, `run_other${suffixes[2]}`), workflows[2]?.id);
    assert.equal(findNamedWorkflow(workflows, `run_other${suffixes[1]}`), undefined);
  });

  test('with a suffix can not be taken over by a workflow with that very name', () => {
    const [one, two] = named('pay', 'pay');
    assert.ok(one && two);
    const suffix = one.id.slice(-12);
    const workflows = [one, two, ...named(`pay ${suffix}`, `pay-${suffix}`)];
    assert.equal(new Set(listNames(workflows)).size, 4);
    assert.equal(findNamedWorkflow(workflows, `run_pay-${suffix}`), one.id);
  });
});

/** `heddle doctor`: checks everything that an installation needs, and says what to do about what is wrong. */
import { styleText } from 'node:util';
import { Answer, type Invocation } from '../command.ts';
import { findTarget } from '../connecting.ts';
import { endWith } from '../exit-codes.ts';
import type { Finding } from './finding.ts';
import type { Target } from './service-checks.ts';

export async function examine({ local }: Invocation): Promise<Answer> {
  const target = await findTarget(local);
  const { findings, limits } = target ? await checkElsewhere(target) : await checkInstallation();
  const failed = findings.filter(({ ok }) => !ok).length;
  if (failed > 0) endWith('bad');
  const sum =
    failed === 0 ? 'Everything that was checked is in order.' : `${failed} of ${findings.length} checks failed.`;
  const told = [...findings.map(toLine), '', sum, ...(limits === undefined ? [] : [limits])];
  return new Answer({ ok: failed === 0, checks: findings }, told.join('\n'));
}

interface Examination {
  findings: Finding[];
  /** What was not checked, and how to check it. */
  limits?: string;
}

async function checkInstallation(): Promise<Examination> {
  const { stopSignal } = await import('../signals.ts');
  // It may start the embedded PostgreSQL, and must stop it again.
  void stopSignal();
  return { findings: await (await import('./installation-checks.ts')).checkInstallation() };
}

async function checkElsewhere(target: Target): Promise<Examination> {
  const { findings, isAdmin } = await (await import('./service-checks.ts')).checkService(target);
  const withKey = isAdmin ? '' : "With the key of an administrator, the service's own dependencies are checked too. ";
  return { findings, limits: `${withKey}Its settings, disk and keys are checked by 'heddle doctor' on its machine.` };
}

function toLine({ check: name, ok, detail, advice }: Finding): string {
  const sign = ok ? styleText('green', '✓') : styleText('red', '✗');
  const [first = '', ...more] = detail.split('\n');
  const lines = [`${sign} ${name.padEnd(12)} ${first}`, ...more.map(line => `${' '.repeat(15)}${line}`)];
  return [...lines, ...(advice === undefined ? [] : [`${' '.repeat(15)}→ ${advice}`])].join('\n');
}

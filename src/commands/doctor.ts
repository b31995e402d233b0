/** `heddle doctor`: checks everything that an installation needs, and says what to do about what is wrong. */
import { styleText } from 'node:util';
import { Answer, type Invocation } from './command.ts';
import { createConnection, findTarget } from './connecting.ts';
import { check, type Finding } from './finding.ts';

export async function examine({ local }: Invocation): Promise<Answer> {
  const target = await findTarget(local);
  const findings = target ? await checkConnection(target) : await checkInstallation();
  const failed = findings.filter(({ ok }) => !ok).length;
  if (failed > 0) process.exitCode = 1;
  const sum = failed === 0 ? 'Everything is in order.' : `${failed} of ${findings.length} checks failed.`;
  return new Answer({ ok: failed === 0, checks: findings }, [...findings.map(toLine), '', sum].join('\n'));
}

async function checkInstallation(): Promise<Finding[]> {
  const { stopSignal } = await import('./signals.ts');
  // It may start the embedded PostgreSQL, and must stop it again.
  void stopSignal();
  return (await import('./installation-checks.ts')).checkInstallation();
}

/** What can be seen of a service from outside. */
async function checkConnection({ url, key, from }: { url: string; key: string; from: string }): Promise<Finding[]> {
  const where = from === 'login' ? "see 'heddle login'" : 'see HEDDLE_URL and HEDDLE_KEY';
  const health = await check('service', where, async () => {
    const reply = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) });
    if (!reply.ok) throw new Error(`${url}/health answers with status ${reply.status}`);
    return `${url} answers`;
  });
  if (!health.ok) return [health];
  const identity = await check('key', where, async () => {
    const { VERSION } = await import('../composition/version.ts');
    const before = Date.now();
    const { user, version } = await createConnection({ url, key }, false).client.call('/api/v1/session/get', {});
    const others = version === VERSION ? '' : `; this command line is ${VERSION}`;
    return `${user.email}, Heddle ${version}${others} (${Date.now() - before} ms)`;
  });
  return [health, identity];
}

function toLine({ check: name, ok, detail, advice }: Finding): string {
  const sign = ok ? styleText('green', '✓') : styleText('red', '✗');
  const [first = '', ...more] = detail.split('\n');
  const lines = [`${sign} ${name.padEnd(12)} ${first}`, ...more.map(line => `${' '.repeat(15)}${line}`)];
  return [...lines, ...(advice === undefined ? [] : [`${' '.repeat(15)}→ ${advice}`])].join('\n');
}

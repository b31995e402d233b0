/** TLS with an authority of one's own, and user names with passwords, against the real servers where they are installed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { findProgram, missingBroker, startBroker } from '../../../test/support/broker-servers.ts';
import { loadBroker } from './brokers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'heddle-test-logins-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string) => path.join(folder, name);

function makeCertificate(): string {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file('key.pem')];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', file('cert.pem'), '-days', '2', ...names], {
    stdio: 'ignore',
  });
  return readFileSync(file('cert.pem'), 'utf8');
}

const USER = { username: 'ann', password: 'a-long-password' };

/** How each server is told to ask for TLS and the login. */
const servers = {
  nats: (words: string[]) => [
    ...words,
    ...['--tls', '--tlscert', file('cert.pem'), '--tlskey', file('key.pem')],
    ...['--user', USER.username, '--pass', USER.password],
  ],
  redis(words: string[], port: number) {
    writeFileSync(file('users.acl'), `user default off\nuser ${USER.username} on >${USER.password} ~* +@all\n`);
    const tls = ['--tls-cert-file', file('cert.pem'), '--tls-key-file', file('key.pem'), '--tls-auth-clients', 'no'];
    return [...words, '--port', '0', '--tls-port', String(port), ...tls, '--aclfile', file('users.acl')];
  },
  mqtt(_words: string[], port: number) {
    execFileSync('mosquitto_passwd', ['-b', '-c', file('passwords'), USER.username, USER.password], {
      stdio: 'ignore',
    });
    const tls = `certfile ${file('cert.pem')}\nkeyfile ${file('key.pem')}\n`;
    const login = `allow_anonymous false\npassword_file ${file('passwords')}\nuser root\n`;
    writeFileSync(file('mosquitto.conf'), `listener ${port} 127.0.0.1\n${tls}${login}`);
    return ['-c', file('mosquitto.conf')];
  },
};

suite('a broker with TLS and a login', {
  skip: findProgram('openssl') === undefined && 'openssl is not installed',
}, () => {
  for (const name of ['nats', 'redis', 'mqtt'] as const) {
    test(name, { skip: missingBroker(name) }, async t => {
      const ca = makeCertificate();
      const { port } = await startBroker(name, { after: act => t.after(act) }, servers[name]);
      const broker = await loadBroker(name);
      const send = (fields: Record<string, string>) =>
        broker.send(
          {
            ...{ host: 'localhost', port, tls: true, fields },
            lookup: (_host, { all }, callback) =>
              all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
          },
          { stream: 'orders', subject: 'orders', topic: 'orders', consumer: '' },
          { id: 'one', body: Buffer.from('x'), contentType: 'text/plain', headers: {} },
          AbortSignal.timeout(60_000),
        );
      const problem = (fields: Record<string, string>) =>
        send(fields).then(
          () => 'sent',
          (error: unknown) => String(error),
        );
      const right = { ...USER, ca };
      // NATS has no stream here, which it says only to those who are logged in.
      assert.match(
        await problem(right),
        name === 'nats' ? /No stream takes messages of the subject 'orders'/ : /^sent$/,
      );
      const untrusted = await problem(USER);
      assert.match(untrusted, /^BrokerError: No trusted connection to 'localhost:\d+' is possible \(DEPTH_ZERO_/);
      const refused = await problem({ ...right, password: 'wrong' });
      assert.match(
        refused,
        /^BrokerError: The broker 'localhost(:\d+)?' (did not accept the credential|answered: .*Authorization)/i,
      );
    });
  }
});

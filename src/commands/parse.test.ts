import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Command, GLOBAL_OPTIONS } from './command.ts';
import { commandHelp, generalHelp } from './help.ts';
import { readInvocation, readLine, unknownCommand } from './parse.ts';
import { suggest } from './suggest.ts';
import { commands, SECTIONS } from './table.ts';

const plain = { json: false, local: false };

function find(name: string): Command {
  return commands.find(command => command.name === name) ?? assert.fail(`there is no ${name}`);
}

function refuse(name: string, words: string[], message: string): void {
  assert.throws(() => readInvocation(find(name), words, plain), { message });
}

suite('a line', () => {
  test('is sorted into command, arguments, options and what every command takes', () => {
    const line = readLine(['--json', 'workflow', 'run', 'Say hello', '--input', 'a=1', '--draft', '-h'], commands);
    assert.partialDeepStrictEqual(line, {
      json: true,
      wantsHelp: true,
      words: ['Say hello', '--input', 'a=1', '--draft'],
    });
    assert.equal(line.command?.name, 'workflow run');
    const words = ['Say hello', '--input=a=1', '--input', 'b=-2', '--draft'];
    const invocation = readInvocation(find('workflow run'), words, plain);
    assert.equal(invocation.argument('WORKFLOW'), 'Say hello');
    assert.deepEqual(invocation.optionValues('input'), ['a=1', 'b=-2']);
    assert.deepEqual([invocation.flag('draft'), invocation.flag('no-wait')], [true, false]);
  });

  test('leaves an option to the command that declares it, whatever it means elsewhere', () => {
    const line = readLine(['run', 'again', 'a-run', '--version', 'published', '--json'], commands);
    assert.partialDeepStrictEqual(line, {
      wantsVersion: false,
      json: true,
      words: ['a-run', '--version', 'published'],
    });
    assert.equal(readInvocation(find('run again'), line.words, line).option('version'), 'published');
    assert.equal(readLine(['run', 'list', '--version'], commands).wantsVersion, true);
    assert.equal(readLine(['run', 'again', 'a-run', '-v'], commands).wantsVersion, true);
  });

  test('without a command serves, and names a group or nothing otherwise', () => {
    assert.equal(readLine([], commands).command?.name, 'serve');
    assert.equal(readLine(['--help'], commands).command, undefined);
    assert.equal(readLine(['help', 'run', 'list'], commands).command?.name, 'run list');
    assert.equal(readLine(['workflow'], commands).group, 'workflow');
    assert.equal(readLine(['frobnicate'], commands).group, undefined);
  });

  test('takes negative numbers, everything after --, and a bare yes where true or false is expected', () => {
    const credits = readInvocation(find('user update'), ['--credits', '-1', '--admin', '--name', 'x'], plain);
    assert.deepEqual([credits.option('credits'), credits.option('admin'), credits.option('name')], ['-1', 'true', 'x']);
    assert.equal(readInvocation(find('workflow show'), ['--', '--odd'], plain).argument('WORKFLOW'), '--odd');
  });

  test('is refused in its own words', () => {
    refuse('workflow run', [], "WORKFLOW is missing: see 'heddle workflow run --help'");
    refuse('workflow show', ['a', 'b'], "'b' is too much: see 'heddle workflow show --help'");
    refuse('workflow run', ['a', '--input'], '--input needs a value (NAME=VALUE)');
    refuse(
      'workflow run',
      ['a', '--darft'],
      "'--darft' is no option of 'heddle workflow run': did you mean '--draft'?",
    );
    refuse(
      'run list',
      ['--status', 'done'],
      "--status must be one of queued, running, waiting, success, failed, cancelled, not 'done'",
    );
    refuse('user password', [], '--email is required');
  });
});

suite('what was probably meant', () => {
  test('is the closest word, and nothing when none is close', () => {
    assert.equal(suggest('sevre', ['serve', 'worker']), 'serve');
    assert.equal(suggest('work', ['serve', 'worker']), 'worker');
    assert.equal(suggest('frobnicate', ['serve', 'worker']), undefined);
    assert.equal(
      unknownCommand(['workflow', 'lst'], commands).message,
      "there is no command 'workflow lst': did you mean 'heddle workflow list'?",
    );
  });
});

suite('the table', () => {
  test('has each command once, in a section of the help, with no option twice', () => {
    const names = commands.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const help = generalHelp();
    for (const { name, section, options = [] } of commands) {
      assert.ok(
        SECTIONS.some(each => each === section),
        `${name}: ${section}`,
      );
      assert.ok(help.includes(`  ${name} `), name);
      const all = [...options, ...GLOBAL_OPTIONS].map(option => option.name);
      assert.equal(new Set(all).size, all.length, name);
    }
    assert.match(commandHelp(find('file get')), /Usage: heddle file get \[FILE\] \[options\]/);
  });
});

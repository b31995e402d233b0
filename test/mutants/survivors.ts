/** Prints each mutant that no test notices at once, because a whole run takes long. Stryker loads this file as a plugin. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';

class SurvivorReporter implements Reporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }: Readonly<MutantResult>): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { start } = location;
    const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? '';
    const what = status === 'Survived' ? 'not noticed' : 'not reached';
    const at = path.relative(process.cwd(), fileName);
    process.stdout.write(`${what}: ${at}:${start.line}:${start.column} ${mutatorName}\n  ${line.trim()}\n`);
    if (status === 'Survived') process.stdout.write(`  becomes: ${replacement}\n`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorReporter)];

/** Calls the tools of builders directly, without a model, next to a test service. */
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type { BuilderServices } from '../../src/assistants/builder/builder-services.ts';
import { builderTools } from '../../src/assistants/builder/tools.ts';
import { ApiError } from '../../src/errors.ts';
import type { Caller } from '../../src/http/caller.ts';
import { createThreadPool } from '../../src/platform/threads/thread-pool.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { readRun } from '../../src/runs/store/runs.ts';
import { createToolBox } from '../../src/tools/registry.ts';
import { Checker, createLanguage } from '../../src/workflows/checking.ts';
import type { Issue } from '../../src/workflows/schemas.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { workbench } from '../fixtures/tools.ts';
import type { Person, TestService } from '../support/service.ts';

export interface Answer extends Record<string, unknown> {
  applied: boolean;
  issues: Issue[];
  problems: string[];
  revision_id: string;
  run_id: string;
}

export type CallBuilder = <Output = Answer>(name: string, params?: Record<string, unknown>) => Promise<Output>;

/** Returns a function that creates the tools of a builder for one workflow. Their params are checked like those of other tools. */
export function buildersOn(service: TestService) {
  const threads = createThreadPool({ atOnce: 1 });
  after(() => threads.close());
  const { context } = workbench({ after });
  const checker = new Checker(createLanguage(createToolBox({ threads }), defaultConfig.workflows), {
    usableAssistants: async () => new Set(),
    usableCredentials: async () => new Map(),
    threads,
  });

  return (workflowId: string, person: Person, more: Partial<Caller> = {}): CallBuilder => {
    const services = { checker, ...servicesFor(service, person) };
    const tools = builderTools(services, { workflowId, caller: createCaller(person, more) });
    const box = createToolBox({ threads, more: tools });
    return async <Output>(name: string, params = {}) =>
      (await box.call(`workflow_${name}`, params, { ...context, runId: null })).output as Output;
  };
}

function createCaller({ id: userId, email }: Person, more: Partial<Caller>): Caller {
  const caller = { keyId: randomUUID(), userId, email, name: email, admin: false, scopes: new Set<string>() };
  return { ...caller, workflowPermission: 'write', ...more };
}

function servicesFor(service: TestService, { key }: Person): Omit<BuilderServices, 'checker'> {
  const { database } = service.service.system;
  return {
    database,
    async run(_caller, request) {
      const { status, body } = await service.call('/api/v3/workflow/run', request, key);
      if (status !== 200) throw new ApiError('refused', status, (body as { detail: string }).detail);
      return body as Run;
    },
    readRun: (caller, runId) => readRun(database.query, defaultConfig.runs, caller, runId),
  };
}

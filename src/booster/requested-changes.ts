/** Changes of a panel that a request asks for: on behalf of its caller, with the runs that they start in the answer. */
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Call } from '../http/endpoint.ts';
import { requireRequestedPanel, requireVisiblePanel } from './access.ts';
import type { PanelActor } from './actor.ts';
import type { Announce } from './events.ts';
import type { PanelRow } from './tables.ts';

/** The runs in a header. Proxies accept some 4,000 characters of all headers together. */
const RUNS_IN_HEADER = 20;

interface ChangingServices {
  database: HeddleDatabase;
  actor: PanelActor;
  announce: Announce;
}

type PanelChange<Services, Result> = (services: Services, panel: PanelRow) => Promise<Result>;

/** Changes a panel on behalf of the caller. A header of the answer names the first runs that the change starts. */
async function changeFor<Services extends ChangingServices, Result>(
  services: Services,
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  change: (services: Services) => Promise<Result>,
): Promise<{ result: Result; startedRuns: string[] }> {
  const started: string[] = [];
  const announce: Announce = async (...args) => {
    const runIds = await services.announce(...args);
    started.push(...runIds);
    return runIds;
  };
  const record: PanelActor['record'] = (transaction, event) => recordAudit(transaction, caller, event);
  const result = await change({ ...services, announce, actor: { userId: caller.userId, record } });
  if (started.length > 0) response.header('x-started-runs', started.slice(0, RUNS_IN_HEADER).join(', '));
  return { result, startedRuns: started.slice(0, fixedLimits.run.namedInReply) };
}

/** Changes the panel that the header of a request names. */
export async function changeRequestedPanel<Services extends ChangingServices, Result>(
  services: Services,
  call: Pick<Call, 'caller' | 'request' | 'response'>,
  change: PanelChange<Services, Result>,
): Promise<Result> {
  const panel = await requireRequestedPanel(services, call);
  const { result } = await changeFor(services, call, services => change(services, panel));
  return result;
}

/** Changes the panel that the body of a request of the console names. The answer names the runs that this starts. */
export async function changeVisiblePanel<Services extends ChangingServices, Result extends object>(
  services: Services,
  call: Pick<Call<unknown, { panel_id: string }>, 'caller' | 'body' | 'response'>,
  change: PanelChange<Services, Result>,
): Promise<Result & { started_runs: string[] }> {
  const panel = await requireVisiblePanel(services, call);
  const { result, startedRuns } = await changeFor(services, call, services => change(services, panel));
  return { ...result, started_runs: startedRuns };
}

/** A service that delivers events of panels to real receivers, and workers that tests drive themselves. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { BoosterEvent } from '../../src/booster/events.ts';
import { createAnnounce } from '../../src/booster/webhooks/announce.ts';
import {
  createLanes,
  deliverLane,
  type LaneJob,
  type LaneServices,
  laneJob,
  laneKey,
} from '../../src/booster/webhooks/lane.ts';
import { wakeLanes } from '../../src/booster/webhooks/tasks.ts';
import type { System } from '../../src/composition/system.ts';
import { type Answer, type OpenPlace, openPlaces, type Place, type SeenRequest } from '../support/outside-places.ts';
import { type Person, type TestService, testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

export const LOOPBACK = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' };
export const EVENTS = ['record.created', 'record.changed', 'record.deleted', 'file.stored', 'file.deleted'];

export interface Panel {
  id: string;
  webhooks: { url: string; events: string[]; secret: string }[];
}

export interface Delivery {
  id: string;
  panel_id: string;
  event: { id: number; type: string };
  subject: string;
  url: string;
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  created: number;
  updated: number;
}

/** Fails at the end if the service logged a fault, because faults of receivers are not its own. */
export async function openWebhooks(): Promise<WebhookService> {
  const memory = memoryLog();
  const service = await testService(LOOPBACK, { log: memory.log });
  const open = await openPlaces();
  after(() => {
    const faults = memory.lines().filter(({ level }) => level >= 40);
    assert.deepEqual(faults, []);
  });
  // Tests set times back and work on lanes themselves. The service must not wake these lanes meanwhile.
  await service.service.system.database.pool.query('DELETE FROM job_schedules WHERE kind = $1', [wakeLanes.name]);
  return new WebhookService(service, open);
}

export class WebhookService {
  readonly service: TestService;
  readonly system: System;
  readonly open: OpenPlace;

  constructor(service: TestService, open: OpenPlace) {
    this.service = service;
    this.system = service.service.system;
    this.open = open;
  }

  /** Creates a panel with one webhook for each place, subscribed to all events of these tests. */
  async panelFor(places: (Place | string)[], given: object = {}, owner?: Person): Promise<Panel> {
    const webhooks = places.map(place => ({ url: typeof place === 'string' ? place : place.url, events: EVENTS }));
    return this.service.ask<Panel>('/api/v1/panel/create', { name: 'panel', webhooks, ...given }, owner?.key);
  }

  async update(panel: Panel, changes: object): Promise<void> {
    await this.service.ask('/api/v1/panel/update', { id: panel.id, ...changes });
  }

  async announceEvents(panel: Panel, events: BoosterEvent[], announce = this.system.announce): Promise<void> {
    await this.system.database.query.transaction().execute(async transaction => {
      const row = transaction.selectFrom('panels').selectAll().where('id', '=', panel.id).forNoKeyUpdate();
      await announce(transaction, await row.executeTakeFirstOrThrow(), events);
    });
  }

  /** Finds the deliveries of a panel, the oldest first. */
  async findDeliveries(panel: Panel, key?: string): Promise<Delivery[]> {
    const body = { filters: [['panel_id', '==', panel.id]], sort_key: 'event.id' };
    return this.service.ask<Delivery[]>('/api/v1/panel/delivery/find', body, key);
  }

  async readStates(panel: Panel): Promise<string[]> {
    return (await this.findDeliveries(panel)).map(({ state }) => state);
  }

  /** Waits until the condition is true for all deliveries of the panel, and returns them. */
  waitForAll(panel: Panel, isDone: (delivery: Delivery) => boolean): Promise<Delivery[]> {
    return poll(async () => {
      const found = await this.findDeliveries(panel);
      return found.length > 0 && found.every(isDone) ? found : undefined;
    });
  }

  async change(assignments: string, panel: Panel, also = 'true'): Promise<void> {
    const statement = `UPDATE booster_deliveries SET ${assignments} WHERE panel_id = $1 AND ${also}`;
    await this.system.database.pool.query(statement, [panel.id]);
  }

  async readDelivery(id: string) {
    const { query: db } = this.system.database;
    return db.selectFrom('booster_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async readLane(id: string): Promise<LaneJob> {
    return laneJob(await this.readDelivery(id));
  }

  /** Makes refused deliveries due now. */
  async retryNow(panel: Panel): Promise<void> {
    await this.change('claimed_until = NULL', panel, 'attempts > 0');
    for (const { id } of await this.findDeliveries(panel)) {
      const lane = await this.readLane(id);
      await this.system.jobs.enqueue(deliverLane, lane, { key: laneKey(lane) });
    }
  }

  /** Waits until so many jobs are in progress for a panel, and no other is due. */
  async waitForJobs(panel: Panel, active: number): Promise<void> {
    await poll(async () => {
      const { rows } = await this.system.database.pool.query(
        `SELECT count(*) FILTER (WHERE state = 'active') AS active,
           count(*) FILTER (WHERE state = 'waiting' AND start_at <= now()) AS due
         FROM jobs WHERE kind = $1 AND payload->>'panel_id' = $2`,
        [deliverLane.name, panel.id],
      );
      return rows[0].active === active && rows[0].due === 0 ? true : undefined;
    });
  }

  /**
   * Announces events without jobs for the service, so that tests work on the lanes themselves. Jobs that the lanes
   * enqueue are recorded and not executed.
   */
  createManualWorker(options: Partial<LaneServices> = {}) {
    const announced: LaneJob[] = [];
    const enqueued: { payload: object; startAfter: Date | undefined; key: string | undefined }[] = [];
    const outcomes: string[] = [];
    const announce = createAnnounce({
      findStarts: async () => undefined,
      jobs: {
        async enqueueMany(_kind, lanes) {
          for (const lane of lanes) announced.push(Object(lane));
        },
      },
    });
    const work = createLanes({
      database: this.system.database,
      http: this.system.outbound,
      withLinks: (_panel, file) => file,
      sealer: this.system.sealer,
      count: outcome => outcomes.push(outcome),
      jobs: {
        async enqueue(_kind, payload, { startAfter, key } = {}) {
          enqueued.push({ payload, startAfter, key });
        },
      },
      ...options,
    });
    const workOne = (lane: LaneJob, signal = new AbortController().signal) => work(lane, signal);
    return {
      announced,
      enqueued,
      outcomes,
      announceEvents: (panel: Panel, events: BoosterEvent[]) => this.announceEvents(panel, events, announce),
      work: workOne,
      async workAll() {
        for (const lane of announced) await workOne(lane);
      },
    };
  }
}

/** The event that a record was changed to contain this number. */
export function changed(key: string, n: number): BoosterEvent {
  const record = { key, collection: 'things', data: { n }, created: 1, updated: n };
  return { type: 'record.changed', record, previous: { ...record, data: { n: n - 1 } } };
}

export function isDelivered({ state }: Delivery): boolean {
  return state === 'delivered';
}

/** Reads which record or file a request is about. A record is given as `key:n`. */
export function readSubject({ body }: SeenRequest): string {
  const { data } = JSON.parse(body);
  return data.file ? data.file.id : `${data.record.key}:${data.record.data.n}`;
}

export function toHeaders(request: SeenRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => void response.writeHead(code, headers).end();
}

/** Refuses matching requests until `receiver.refuses` is set to false. */
export function createSwitchableAnswer(fits: (request: SeenRequest) => boolean = () => true) {
  const receiver = { refuses: true };
  const answer: Answer = (request, response) =>
    void response.writeHead(receiver.refuses && fits(request) ? 500 : 204).end();
  return { receiver, answer };
}

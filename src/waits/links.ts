/**
 * The URLs by which others continue steps that wait for a call. Their secrets are computed from one secret of the
 * installation, so a step can name the URL of a step that does not wait yet, and after a crash it is the same URL. That
 * secret is random and sealed in the database: it survives a rotation of the keys.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readInstallationSecret } from '../accounts/installation-secrets.ts';
import type { HeddleDatabase } from '../database.ts';
import { isUuid } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { RunLinks } from '../runs/executing/run-state.ts';

/** A step of a run. */
export interface StepAddress {
  runId: string;
  nodeId: string;
  iteration: number[];
}

/** The parts of the path of a URL, decoded. */
export interface LinkPath {
  runId: string;
  /** The id of the step, and in a loop the indexes of the items behind it. */
  step: string;
  secret: string;
}

export interface StepLinks extends RunLinks {
  /** Returns undefined when the secret is not that of the URL. */
  find(path: LinkPath): StepAddress | undefined;
}

export const RESUME_LINK_PATH = '/api/v1/run/resume';

interface LinkServices {
  database: HeddleDatabase;
  sealer: Sealer;
  /** The beginning of links. */
  publicUrl(): string;
}

export type OpenLinks = (signal: AbortSignal) => Promise<StepLinks>;

/** Reads the secret when it is needed for the first time. */
export function createStepLinks({ database, sealer, publicUrl }: LinkServices): OpenLinks {
  let links: StepLinks | undefined;
  return async signal => {
    links ??= createLinks(
      await database.retry(() => readInstallationSecret(database.query, sealer, NAME), { signal }),
      publicUrl,
    );
    return links;
  };
}

function createLinks(key: string, publicUrl: () => string): StepLinks {
  const sign = ({ runId, nodeId, iteration }: StepAddress) =>
    createHmac('sha256', key)
      .update(JSON.stringify([runId, nodeId, iteration]))
      .digest('base64url');
  return {
    url(runId, nodeId, iteration) {
      const step = encodeURIComponent([nodeId, ...iteration].join('.'));
      return `${publicUrl()}${RESUME_LINK_PATH}/${runId}/${step}/${sign({ runId, nodeId, iteration: [...iteration] })}`;
    },
    find({ runId, step, secret }) {
      if (!isUuid(runId)) return undefined;
      const given = Buffer.from(secret);
      return readAddresses(runId.toLowerCase(), step).find(address => {
        const expected = Buffer.from(sign(address));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

const LOOP_LEVELS = 20;

/** An id may itself end in a dot and a number, so there may be several. The secret tells which one is meant. */
function readAddresses(runId: string, step: string): StepAddress[] {
  const addresses: StepAddress[] = [{ runId, nodeId: step, iteration: [] }];
  const iteration: number[] = [];
  let nodeId = step;
  while (iteration.length < LOOP_LEVELS) {
    const [, before, index] = /^(.+)\.(0|[1-9]\d{0,8})$/s.exec(nodeId) ?? [];
    if (before === undefined) break;
    iteration.unshift(Number(index));
    nodeId = before;
    addresses.push({ runId, nodeId, iteration: [...iteration] });
  }
  return addresses;
}

const NAME = 'run-links';

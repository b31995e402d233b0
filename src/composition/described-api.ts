/**
 * The API without a database: its endpoints and links, for those who only want to describe them, such as
 * `heddle openapi` and the generator of the client's types.
 */
import { readConfig } from '../configuration/config.ts';
import { type ApiVersion, type Documented, openApiDocument } from '../http/openapi.ts';
import { openApi } from './api.ts';
import { openAreas } from './areas.ts';
import type { Platform } from './platform.ts';
import { VERSION } from './version.ts';

/** Where the service is, for those who read the document without one. */
const EXAMPLE_URL = 'https://heddle.example.org';

/** The description of one version of the API, as an installation that sets no variable serves it. */
export async function describeApi(api: ApiVersion): Promise<object> {
  return openApiDocument(await listApi(), { api, version: VERSION, serverUrl: EXAMPLE_URL });
}

/** The endpoints and links of an installation that sets no variable. Their handlers can not be called. */
export async function listApi(): Promise<Documented> {
  await using opened = new AsyncDisposableStack();
  const platform: Platform = Object.assign(Object.create(ABSENT), { config: readConfig({}) });
  const areas = openAreas(platform, { work: false, connects: false }, opened);
  opened.defer(() => areas.runs.runner.stop({ drainMs: 0 }));
  return await openApi(platform, areas, opened);
}

/**
 * Stands for a service that is not there. It can be passed on, and reading or calling anything of it gives another
 * absent service, so that the areas can be opened on it.
 */
const ABSENT: object = new Proxy(function absent() {}, {
  get(_target, name) {
    if (name === 'then' || name === Symbol.asyncDispose) return undefined;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    return name === Symbol.toPrimitive ? () => '' : ABSENT;
  },
  apply: () => ABSENT,
  construct: () => ABSENT,
});

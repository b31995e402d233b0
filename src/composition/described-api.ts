/**
 * The API while nothing is open: its endpoints and links, for those who only want to describe them, such as
 * `heddle openapi` and the generator of the client's types.
 */
import { readConfig } from '../configuration/config.ts';
import { type ApiVersion, type Documented, openApiDocument } from '../http/openapi/openapi.ts';
import { ENDPOINTS } from './endpoints.ts';
import { LINKS } from './links.ts';
import { VERSION } from './version.ts';

/** Where the service is, for those who read the document without one. */
const EXAMPLE_URL = 'https://heddle.example.org';

/** The description of one version of the API, as an installation that sets no variable serves it. */
export function describeApi(api: ApiVersion): object {
  return openApiDocument(listApi(), { api, version: VERSION, serverUrl: EXAMPLE_URL });
}

/** The endpoints and links of an installation that sets no variable. */
export function listApi(): Documented {
  const config = readConfig({});
  return {
    endpoints: ENDPOINTS.flatMap(({ list }) => list(config)),
    links: LINKS.flatMap(({ list }) => list(config)),
  };
}

/** A service that goes from one named point of the product to the next only when a test lets it. */
import { standingStillAlways } from './points.ts';
import { type HeddleProcess, type Hooks, type Installation, temporaryFolder } from './process.ts';

export interface PointByPoint {
  process: HeddleProcess;
  url: string;
  /** How many points it has passed. */
  readonly passed: number;
  /** Lets it pass all points that it comes to until this is over, and does something at each before. */
  passUntil(over: Promise<unknown>, before: () => Promise<void>): Promise<void>;
}

/** Its connections are known to the database by a name. */
export async function servePointByPoint(
  hooks: Hooks,
  heddle: Installation,
  { name, databaseUrl, environment }: { name: string; databaseUrl: string; environment: Record<string, string> },
): Promise<PointByPoint> {
  const still = standingStillAlways(await temporaryFolder(hooks));
  const { process, url } = await heddle.serve({
    words: ['--no-worker'],
    environment: {
      ...environment,
      ...still.environment,
      HEDDLE_DATABASE_URL: `${databaseUrl}?application_name=${name}`,
    },
  });
  let passed = 0;
  return {
    process,
    url,
    get passed() {
      return passed;
    },
    async passUntil(over, before) {
      const isOver = over.then(() => 'over' as const);
      while ((await Promise.race([isOver, still.reached(process, passed + 1)])) !== 'over') {
        await before();
        await still.release(++passed);
      }
    },
  };
}

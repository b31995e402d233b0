/** A service that stops at every named point of the program until a test lets it continue. */
import { stoppingEverywhere } from './points.ts';
import { type HeddleProcess, type Hooks, type Installation, temporaryFolder } from './process.ts';

export interface PointByPoint {
  process: HeddleProcess;
  url: string;
  /** The number of points that the service has passed. */
  readonly passed: number;
  /** Lets the service pass all points that it reaches until this is settled, and calls `before` at each of them. */
  passUntil(over: Promise<unknown>, before: () => Promise<void>): Promise<void>;
}

/** Sets the application name of the service's database connections, so that a test can find them. */
export async function servePointByPoint(
  hooks: Hooks,
  heddle: Installation,
  { name, databaseUrl, environment }: { name: string; databaseUrl: string; environment: Record<string, string> },
): Promise<PointByPoint> {
  const still = stoppingEverywhere(await temporaryFolder(hooks));
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

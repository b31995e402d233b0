import { type Config, readConfig } from './config.ts';

/** The settings of an installation that sets no variable. */
export const defaultConfig: Config = readConfig({});

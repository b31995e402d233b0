import type { Operations } from '../values/callable.ts';
import { DATE_FILTERS } from './date-filters.ts';
import { GROUPING_FILTERS } from './grouping-filters.ts';
import { HTML_FILTERS } from './html-filters.ts';
import { JSON_FILTERS } from './json-filters.ts';
import { NUMBER_FILTERS } from './number-filters.ts';
import { SEQUENCE_FILTERS } from './sequence-filters.ts';
import { TEXT_FILTERS } from './text-filters.ts';

/** All filters by name: those of Jinja, and `fromjson`, `strftime` and `timestamp`. */
export const FILTERS: Operations = new Map([
  ...SEQUENCE_FILTERS,
  ...GROUPING_FILTERS,
  ...TEXT_FILTERS,
  ...HTML_FILTERS,
  ...NUMBER_FILTERS,
  ...JSON_FILTERS,
  ...DATE_FILTERS,
]);

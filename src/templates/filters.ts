import type { Operations } from './callable.ts';
import { DATE_FILTERS } from './filters-dates.ts';
import { GROUPING_FILTERS } from './filters-grouping.ts';
import { HTML_FILTERS } from './filters-html.ts';
import { JSON_FILTERS } from './filters-json.ts';
import { NUMBER_FILTERS } from './filters-numbers.ts';
import { SEQUENCE_FILTERS } from './filters-sequences.ts';
import { TEXT_FILTERS } from './filters-text.ts';

/** All filters by name: Jinja's own, and `fromjson`, `strftime` and `timestamp`. */
export const FILTERS: Operations = new Map([
  ...SEQUENCE_FILTERS,
  ...GROUPING_FILTERS,
  ...TEXT_FILTERS,
  ...HTML_FILTERS,
  ...NUMBER_FILTERS,
  ...JSON_FILTERS,
  ...DATE_FILTERS,
]);

import { testTogether } from '../support/together.ts';

testTogether('units', 1);

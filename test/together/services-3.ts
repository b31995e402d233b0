import { testTogether } from '../support/together.ts';

testTogether('services', 3);

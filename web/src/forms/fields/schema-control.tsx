import { JsonControl } from './json-control.tsx';

export { JsonControl as SchemaControl };

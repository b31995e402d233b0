import { lazily } from '../lazily.tsx';

/** A field for several texts. Few forms have one, so it is loaded when it is needed. */
export const TagsInput = lazily(async () => (await import('./tags-input-parts.ts')).TagsInput);

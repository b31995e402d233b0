/** CodeMirror, which is a third of what an editor would load. It comes when somebody is about to write. */
import type { ComponentType } from 'react';
import type { ShownFieldProps } from './code-field-props.ts';

let component: ComponentType<ShownFieldProps> | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** Plain fields do their work without it, so that a failure needs no words. The next field that is used tries again. */
export function loadCodeMirror(): void {
  if (component || isLoading) return;
  isLoading = true;
  import('./code-mirror-field.tsx').then(
    module => {
      component = module.default;
      for (const listener of listeners) listener();
    },
    () => {
      isLoading = false;
    },
  );
}

/** Undefined until it has come. */
export function codeMirror(): ComponentType<ShownFieldProps> | undefined {
  return component;
}

export function onCodeMirror(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { lazily } from '../../look/lazily.tsx';
import { useEditorRun } from './editor-run-context.ts';

const RunBar = lazily(async () => (await import('./run-bar.tsx')).RunBar);

/** The bar is loaded with the first run that it shows. */
export function RunBarSlot() {
  const { isShown, listening } = useEditorRun();
  return (isShown || listening) && <RunBar />;
}

/** What the address of the editor can say: a run to show, and a step to open. PURE. */
export interface EditorSearch {
  run?: string;
  step?: string;
}

export function readEditorSearch(raw: Record<string, unknown>): EditorSearch {
  return {
    ...(typeof raw.run === 'string' && raw.run !== '' && { run: raw.run }),
    ...(typeof raw.step === 'string' && raw.step !== '' && { step: raw.step }),
  };
}

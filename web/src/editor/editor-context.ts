/** What the parts of the editor share. */
import { createContext, type RefObject, use } from 'react';
import { useStore } from 'zustand';
import type { OpenedWorkflow } from '../api/editing.ts';
import type { CanvasHandle } from '../graph/canvas.tsx';
import type { Catalog } from '../graph/catalog.ts';
import type { Saving, SavingView } from './saving/use-saving.ts';
import type { EditorState, EditorStore } from './store.ts';

/** Every one of them stays the same object, so that whoever uses one is not drawn again because of another. */
export interface EditorParts {
  store: EditorStore;
  catalog: Catalog;
  /** The workflow as it was opened: its permissions and what was published then. */
  workflow: OpenedWorkflow['workflow'];
  saving: Saving;
  canvas: RefObject<CanvasHandle | null>;
}

const EditorContext = createContext<EditorParts | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditorParts(): EditorParts {
  const parts = use(EditorContext);
  if (!parts) throw new Error('This component belongs into the editor');
  return parts;
}

/** Reads from the state of the editor, and draws again only when the selected value changes. */
export function useEditor<Value>(select: (state: EditorState) => Value): Value {
  return useStore(useEditorParts().store, select);
}

/** The same of what is saved and what is not. */
export function useSaved<Value>(select: (view: SavingView) => Value): Value {
  return useStore(useEditorParts().saving.view, select);
}

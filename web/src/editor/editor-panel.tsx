import { useEffect, useMemo } from 'react';
import { displayName, findNode, findNote } from '../graph/definition.ts';
import { lazily } from '../look/lazily.tsx';
import * as texts from '../texts/editor.ts';
import { changedPath } from './document/changed-path.ts';
import type { Commands } from './document/commands.ts';
import { idProblem, renameNode, setNote, updateNode } from './document/document.ts';
import { type EditorIssue, issuesOf } from './document/issues.ts';
import { useEditor, useEditorParts } from './editor-context.ts';
import { SidePanel } from './side-panel.tsx';
import { StepPanel } from './step-panel.tsx';

const NotePanel = lazily(async () => (await import('./note-panel.tsx')).NotePanel);

interface EditorPanelProps {
  issues: readonly EditorIssue[];
  commands: Commands;
  isNarrow: boolean;
}

/** The panel of the step or note that is open. */
export function EditorPanel({ issues, commands, isNarrow }: EditorPanelProps) {
  const { store, catalog, canvas } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const open = useEditor(state => state.open);
  const isWide = useEditor(state => state.isWide);
  const filling = useEditor(state => state.filling);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const workflowId = useEditor(state => state.workflowId);
  const workflowName = useEditor(state => state.name);
  const runId = useEditor(state => state.previewRunId);
  const preview = useMemo(
    () => ({ workflow: { id: workflowId, name: workflowName }, runId }),
    [workflowId, workflowName, runId],
  );
  const node = open === null ? undefined : findNode(definition, open);
  const note = open === null ? undefined : findNote(definition, open);
  // Who leaves a step has filled it in.
  useEffect(
    () => () => {
      const { filling, fill } = store.getState();
      if (filling?.step === open) fill(null);
    },
    [store, open],
  );
  const close = () => {
    store.getState().openItem(null);
    canvas.current?.focus();
  };
  if (note && open !== null) {
    return (
      <SidePanel label={texts.note} isNarrow={isNarrow} onClose={close}>
        <NotePanel
          key={open}
          note={note}
          readOnly={isReadOnly}
          onChange={changed =>
            store.getState().change(texts.writeNote, each => setNote(each, changed), { group: `note ${note.id}` })
          }
          onDelete={() => {
            store.getState().select([open]);
            commands.remove();
          }}
          onClose={close}
        />
      </SidePanel>
    );
  }
  if (!node) return null;
  return (
    <SidePanel label={texts.stepNamed(displayName(node))} isNarrow={isNarrow} isWide={isWide} onClose={close}>
      <StepPanel
        key={node.id}
        node={node}
        definition={definition}
        catalog={catalog}
        issues={issuesOf(issues, node.id)}
        preview={preview}
        readOnly={isReadOnly}
        isWide={isWide}
        onWide={store.getState().widen}
        takesFocus={filling?.step === node.id && filling.takesFocus}
        onUpdate={update =>
          store.getState().change(texts.edit(node.id), each => updateNode(each, node.id, update), {
            group: `step ${node.id} ${changedPath(node, update(node))}`,
          })
        }
        onRename={(id: string) => {
          if (idProblem(store.getState().definition, node.id, id) !== undefined) return;
          store
            .getState()
            .change(texts.rename(node.id), each => renameNode(each, node.id, id), { select: [id], open: id });
        }}
        onClose={close}
      />
    </SidePanel>
  );
}

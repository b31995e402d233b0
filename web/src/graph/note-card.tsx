import { type NodeProps, NodeResizer } from '@xyflow/react';
import { memo } from 'react';
import { lazily } from '../look/lazily.tsx';
import * as texts from '../texts/graph.ts';
import type { NoteFlowNode } from './flow-items.ts';
import classes from './note-card.module.css';

const NoteText = lazily(async () => (await import('./note-text.tsx')).NoteText);

export const NoteCard = memo(function NoteCard({ data, selected }: NodeProps<NoteFlowNode>) {
  const { note, isEditing } = data;
  return (
    <>
      {isEditing && <NodeResizer isVisible={selected} minWidth={120} minHeight={48} />}
      <div className={classes.note} aria-hidden>
        {note.text.trim() === '' ? <span className="dim">{texts.emptyNote}</span> : <NoteText text={note.text} />}
      </div>
    </>
  );
});

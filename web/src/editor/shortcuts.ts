/** The keys of the editor, for people. Ctrl means Command on a Mac. */
import * as texts from '../texts/editor.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

/** What the help lists. */
export const SHORTCUTS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: texts.walkChoose,
    shortcuts: [
      { keys: '↑ ↓ ← →', does: texts.walkStepStep },
      { keys: 'Enter', does: texts.openStep },
      { keys: 'Shift Enter', does: texts.openStepWide },
      { keys: 'Escape', does: texts.closeEndSelection },
      { keys: 'Ctrl A', does: texts.selectEverything },
      { keys: texts.shiftDrag, does: texts.selectBox },
      { keys: texts.ctrlClick, does: texts.addSelection },
      { keys: '0', does: texts.fitWorkflowIntoView },
    ],
  },
  {
    title: texts.change,
    shortcuts: [
      { keys: 'Tab', does: texts.addStepAfterSelected },
      { keys: 'A', does: texts.addStep },
      { keys: 'Shift ↑ ↓ ← →', does: texts.moveWhatSelected },
      { keys: 'Shift L', does: texts.tidyUpAllWhat },
      { keys: 'Ctrl D', does: texts.duplicateSelection },
      { keys: 'Ctrl C X V', does: texts.copyCutPasteJSON },
      { keys: 'Delete', does: texts.deleteAction },
      { keys: 'Ctrl Z', does: texts.undo },
      { keys: 'Ctrl Shift Z', does: texts.redo },
    ],
  },
  {
    title: texts.tryStep,
    shortcuts: [
      { keys: '.', does: texts.testStep },
      { keys: 'P', does: texts.pinOutputStepEnd },
    ],
  },
  {
    title: texts.everywhere,
    shortcuts: [
      { keys: 'Ctrl K', does: texts.goAnything },
      { keys: '?', does: texts.showKeys },
    ],
  },
];

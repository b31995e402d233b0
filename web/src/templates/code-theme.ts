/** How our text fields look: like every other field. `code-field.css` has the colours of their parts. */
import { EditorView } from '@codemirror/view';

export const codeTheme = EditorView.theme({
  '&': {
    fontSize: '13px',
    backgroundColor: 'var(--page)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: 'none', borderColor: 'var(--focus)' },
  '&.cm-editor[data-invalid]': { borderColor: 'var(--failed)' },
  '&.cm-editor[data-drop]': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    maxHeight: '320px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '5px 0', minHeight: '30px', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--running-soft)',
  },
  '&[data-lines] .cm-content': { minHeight: '96px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--page)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    color: 'var(--ink)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '13px',
    maxHeight: '260px',
    minWidth: '260px',
    maxWidth: 'min(480px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '20px', display: 'flex' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-completionDetail': {
    color: 'var(--dim)',
    fontStyle: 'normal',
    marginLeft: 'auto',
    paddingLeft: '16px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '6px 10px',
    maxWidth: '280px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '13px',
    lineHeight: '18px',
  },
});

import * as texts from '../texts/look.ts';
import { showNotice } from './states/notices.tsx';

/** Copies a text, and returns whether the clipboard has it. When it has not, a notice says so. */
export async function copyText(text: string, done?: string): Promise<boolean> {
  const isCopied = await write(text);
  if (!isCopied) showNotice({ failed: true, message: texts.notCopied });
  else if (done !== undefined) showNotice({ message: done });
  return isCopied;
}

/** Browsers keep their clipboard from pages without TLS, and only the older way works there. */
async function write(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (!clipboard) return writeSelected(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return writeSelected(text);
  }
}

/** The command copies what is selected, and some browsers refuse it when nothing is. */
function writeSelected(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  document.body.append(element);
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('copy', onCopy, { capture: true });
  try {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  } finally {
    removeEventListener('copy', onCopy, { capture: true });
    getSelection()?.removeAllRanges();
    element.remove();
  }
}

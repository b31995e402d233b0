/**
 * Adds a button that copies the text to every code block (`.code`) in an element that has none yet.
 * @param {ParentNode} root
 */
export function addCopyButtons(root) {
  for (const block of root.querySelectorAll('.code')) {
    if (block.querySelector('.copy')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

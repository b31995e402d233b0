/** Makes the listener of a key of the page deaf while a dialog in front of the page has the focus. */
export function outsideDialogs(run: () => void): (event: KeyboardEvent) => void {
  return ({ target }) => {
    if (!(target instanceof Element && target.closest('[role="dialog"]'))) run();
  };
}

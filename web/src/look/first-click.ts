/**
 * A double click on a button means one click. Where the first click is answered at once, the button works again before
 * the second one comes, and only the browser knows that the two belong together.
 */
export function onFirstClick(act: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}

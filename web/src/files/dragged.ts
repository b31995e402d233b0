/** Marks a drag of files of this page, so that folders know them from files of the computer. */
export const DRAGGED = 'application/x-heddle-files';

/** Which calls only read. Pure. */

/** The last parts of the paths of calls that change nothing. */
const READS = new Set(
  `catalog collections context count definition deployment examples export files find folders gallery get get_all
  groups ids kinds list operation operations options owners preview processes publication remains resolve revisions
  stats step url usage uses validate versions`.split(/\s+/),
);

/** Whether a call may be repeated when nobody knows if the first attempt had an effect. */
export function isRead(path: string): boolean {
  return READS.has(path.split('/').at(-1) ?? '');
}

/** Where the card of the tour stands: beside the control that it speaks of, without covering it. PURE. */

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 14;
const MARGIN = 12;

/** Returns the upper left corner of the card. Without a control, it stands at the lower right. */
export function placeCard(anchor: Rectangle | undefined, card: Size, room: Size): { left: number; top: number } {
  const lowest = Math.max(MARGIN, room.height - card.height - MARGIN);
  const rightmost = Math.max(MARGIN, room.width - card.width - MARGIN);
  if (!anchor) return { left: rightmost, top: lowest };
  const clamp = (value: number, most: number) => Math.min(most, Math.max(MARGIN, value));
  const besideTop = clamp(anchor.top, lowest);
  const middle = clamp(anchor.left + anchor.width / 2 - card.width / 2, rightmost);
  const [right, below] = [anchor.left + anchor.width, anchor.top + anchor.height];
  if (below + GAP <= lowest) return { left: middle, top: below + GAP };
  if (anchor.top - GAP - card.height >= MARGIN) return { left: middle, top: anchor.top - GAP - card.height };
  if (right + GAP <= rightmost) return { left: right + GAP, top: besideTop };
  return { left: middle, top: anchor.top > room.height / 2 ? MARGIN : lowest };
}

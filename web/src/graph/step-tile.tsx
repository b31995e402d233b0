import type { CSSProperties } from 'react';
import { Icon } from '../look/icons.tsx';
import type { StepLook } from './step-look.ts';
import classes from './step-tile.module.css';

/** The icon of a step in the colours of its family, or the letter of its connector in a colour of its own. */
export function StepTile({ look }: { look: StepLook }) {
  const { family, icon, letter } = look;
  return (
    <span className={classes.tile} style={tileColours(look)} data-family={family} aria-hidden>
      {letter ? <span className={classes.letter}>{letter.text}</span> : <Icon name={icon} size={18} />}
    </span>
  );
}

/** The tint of a tile, and the dye of what is on it. A letter is white on the colour of its connector. */
function tileColours({ family, letter }: Pick<StepLook, 'family' | 'letter'>): CSSProperties {
  const [tint, dye] = letter
    ? [`var(--letter-${letter.colour})`, '#ffffff']
    : [`var(--${family}-tint)`, `var(--${family}-dye)`];
  return { '--tint': tint, '--dye': dye } as CSSProperties;
}

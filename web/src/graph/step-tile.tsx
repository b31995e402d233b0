import { Icon } from '../look/icons.tsx';
import type { StepLook } from './step-look.ts';
import classes from './step-tile.module.css';

/** The icon of a step in the colours of its family, or the letter of its connector in a colour of its own. */
export function StepTile({ look: { family, icon, letter } }: { look: StepLook }) {
  return (
    <span className={classes.tile} data-family={family} data-letter={letter?.colour} aria-hidden>
      {letter ? <span className={classes.letter}>{letter.text}</span> : <Icon name={icon} size={18} />}
    </span>
  );
}

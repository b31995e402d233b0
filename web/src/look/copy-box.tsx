import classes from './copy-box.module.css';
import { CopyButton } from './copy-button.tsx';

interface CopyBoxProps {
  text: string;
  /** What the button copies. */
  label: string;
}

/** A secret, a link or a command, shown to be copied. */
export function CopyBox({ text, label }: CopyBoxProps) {
  return (
    <div className={classes.box}>
      <code className="font-mono text-13 flex-1 break-anywhere">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

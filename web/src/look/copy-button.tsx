import { useState } from 'react';
import * as texts from '../texts/look.ts';
import { copyText } from './copy.ts';
import { IconButton } from './inputs/icon-button.tsx';

interface CopyButtonProps {
  text: string | (() => string);
  /** What the button copies, such as "Copy the URL". */
  label: string;
}

const SHOWN_MS = 1_500;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? texts.copied : label}
      hint
      size="sm"
      onClick={() => void copy()}
    />
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import * as texts from '../texts/look.ts';
import { Icon } from './icons.tsx';

interface CopyButtonProps {
  text: string | (() => string);
  /** What the button copies, such as "Copy the URL". */
  label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Tooltip label={clipboard.copied ? texts.copied : label}>
      <ActionIcon
        size="sm"
        aria-label={clipboard.copied ? texts.copied : label}
        onClick={() => clipboard.copy(typeof text === 'string' ? text : text())}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

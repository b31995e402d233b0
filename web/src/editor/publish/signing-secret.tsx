import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../look/copy-button.tsx';
import { Icon } from '../../look/icons.tsx';
import classes from './publish-panel.module.css';

/** The secret by which receivers verify requests that steps sign. It is hidden until somebody asks for it. */
export function SigningSecret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Hide the secret' : 'Show the secret';
  return (
    <>
      <p className={classes.text}>Receivers verify with it that a signed request comes from this workflow.</p>
      <div className={classes.copy}>
        <pre>{isShown ? secret : '•'.repeat(24)}</pre>
        <Tooltip label={label}>
          <ActionIcon size="sm" aria-label={label} onClick={() => setShown(!isShown)}>
            <Icon name={isShown ? 'eye-off' : 'eye'} size={14} />
          </ActionIcon>
        </Tooltip>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </>
  );
}

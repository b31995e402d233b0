import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../look/copy-button.tsx';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

/** The secret by which receivers verify requests that steps sign. It is hidden until somebody asks for it. */
export function SigningSecret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? texts.hideSecret : texts.showSecret;
  return (
    <>
      <p className={classes.text}>{texts.receiversVerifySignedRequest}</p>
      <div className={classes.copy}>
        <pre>{isShown ? secret : '•'.repeat(24)}</pre>
        <Tooltip label={label}>
          <ActionIcon size="sm" aria-label={label} onClick={() => setShown(!isShown)}>
            <Icon name={isShown ? 'eye-off' : 'eye'} size={14} />
          </ActionIcon>
        </Tooltip>
        <CopyButton text={secret} label={texts.copySecret} />
      </div>
    </>
  );
}

import { useState } from 'react';
import { CopyButton } from '../../look/copy-button.tsx';
import { IconButton } from '../../look/icon-button.tsx';
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
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={label}
          hint
          size="sm"
          onClick={() => setShown(!isShown)}
        />
        <CopyButton text={secret} label={texts.copySecret} />
      </div>
    </>
  );
}

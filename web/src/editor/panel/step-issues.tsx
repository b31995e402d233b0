/** What is wrong with a step, with the way to the field. */

import { UnstyledButton } from '@mantine/core';
import type { FormIssue } from '../../forms/form-context.ts';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor-panel.ts';
import classes from './step-panel.module.css';

interface StepIssuesProps {
  readonly issues: readonly FormIssue[];
  onShow(param: string): void;
}

/** How the service ends its advice not to write a secret into a header. */
const SUGGESTS_CREDENTIAL = 'a credential would keep it secret';

export function StepIssues({ issues, onShow }: StepIssuesProps) {
  if (issues.length === 0) return null;
  return (
    <ul className={classes.issues} aria-label={texts.issuesStep}>
      {issues.map(({ message, severity, param }) => (
        <li key={message} data-severity={severity}>
          <Icon name={severity === 'error' ? 'circle-alert' : 'triangle-alert'} size={14} />
          <span>
            <span className="visually-hidden">{severity}: </span>
            {message}
          </span>
          {message.endsWith(SUGGESTS_CREDENTIAL) && (
            <UnstyledButton className={classes.show} onClick={() => onShow('credential')}>
              {texts.useCredential}
            </UnstyledButton>
          )}
          {param !== null && (
            <UnstyledButton
              className={classes.show}
              aria-label={texts.showIssue(message)}
              onClick={() => onShow(param)}
            >
              {texts.show}
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}

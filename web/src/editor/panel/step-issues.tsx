/** What is wrong with a step, with the way to the field. */

import { UnstyledButton } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor-panel.ts';
import type { EditorIssue } from '../document/issues.ts';
import classes from './step-panel.module.css';

interface StepIssuesProps {
  readonly issues: readonly EditorIssue[];
  onShow(param: string): void;
}

export function StepIssues({ issues, onShow }: StepIssuesProps) {
  if (issues.length === 0) return null;
  return (
    <ul className={classes.issues} aria-label={texts.issuesStep}>
      {issues.map(({ message, severity, param, instead }) => (
        <li key={message} className={`flex gap-6 tiny break-anywhere ${severity === 'error' ? 'failed' : 'warning'}`}>
          <Icon name={severity === 'error' ? 'circle-alert' : 'triangle-alert'} size={14} />
          <span>
            <span className="visually-hidden">{severity}: </span>
            {message}
          </span>
          {instead === 'credential' && (
            <UnstyledButton className={classes.show} onClick={() => onShow(instead)}>
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

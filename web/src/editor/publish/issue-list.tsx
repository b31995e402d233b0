import { UnstyledButton } from '@mantine/core';
import type { Publication } from '../../api/publication.ts';
import { Icon } from '../../look/icons.tsx';
import classes from './publish-panel.module.css';

/** Errors first, because they stop publishing. */
export function IssueList({ issues, onShow }: { issues: Publication['issues']; onShow(stepId: string): void }) {
  const sorted = issues.toSorted((one, other) => one.severity.localeCompare(other.severity));
  const keyed = sorted.map((issue, index) => ({ ...issue, key: index }));
  return (
    <ul className={classes.issues}>
      {keyed.map(({ key, severity, message, node_id }) => (
        <li key={key} data-severity={severity}>
          <Icon name={severity === 'error' ? 'circle-x' : 'triangle-alert'} size={14} />
          <span className="visually-hidden">{severity}: </span>
          {node_id === null ? (
            <span>{message}</span>
          ) : (
            <UnstyledButton className={classes.issue} onClick={() => onShow(node_id)}>
              {message}
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}

import { Skeleton, Switch, UnstyledButton } from '@mantine/core';
import { CONNECTOR_CHANGES, type Operation, switchOperations } from '../api/connectors.ts';
import { useAction } from '../look/use-action.ts';
import { connectorPage as texts } from '../texts/connectors.ts';
import classes from './operations.module.css';

export const ROW_PIXELS = 48;

interface OperationRowProps {
  connectorId: string;
  /** Undefined while it is read. */
  operation: Operation | undefined;
  top: number;
  position: number;
  total: number;
  mayWrite: boolean;
  onOpen(name: string): void;
}

export function OperationRow(props: OperationRowProps) {
  const { connectorId, operation, top, position, total, mayWrite, onOpen } = props;
  const { isBusy, perform } = useAction({ changes: CONNECTOR_CHANGES, noticesProblem: true });
  return (
    <li className={classes.row} style={{ top, height: ROW_PIXELS }} aria-setsize={total} aria-posinset={position}>
      {operation ? (
        <>
          <Switch
            aria-label={texts.switchOf(operation.title)}
            checked={operation.enabled}
            disabled={!mayWrite || isBusy}
            onChange={() =>
              perform(() => switchOperations({ id: connectorId, names: [operation.name], enabled: !operation.enabled }))
            }
          />
          <Method method={operation.method} />
          <UnstyledButton
            className={classes.open}
            aria-label={texts.open(operation.title)}
            onClick={() => onOpen(operation.name)}
          >
            <span className="small truncate medium">
              {operation.title}
              {operation.deprecated && <span className={classes.deprecated}>{texts.deprecated}</span>}
            </span>
            <span className="mono truncate tiny dim">{operation.path}</span>
          </UnstyledButton>
          <span className={`mono ${classes.tool}`}>{operation.tool}</span>
        </>
      ) : (
        <Skeleton height={16} />
      )}
    </li>
  );
}

export function Method({ method }: { method: string }) {
  const name = method.toUpperCase();
  return (
    <span className={classes.method} data-method={name}>
      {name}
    </span>
  );
}

/** One operation: what it does, and the form that a step with it shows. */
import { Drawer, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type OperationDetails, operationQuery } from '../api/connectors.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import { simplifySchema } from '../forms/simplify-schema.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Markdown } from '../look/markdown/markdown.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { connectorPage as texts } from '../texts/connectors.ts';
import { Method } from './operation-row.tsx';
import classes from './operations.module.css';

interface OperationPanelProps {
  connectorId: string;
  name: string;
  onClose(): void;
}

export function OperationPanel({ connectorId, name, onClose }: OperationPanelProps) {
  const { data: operation, error, refetch } = useQuery(operationQuery(connectorId, name));
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(100vw, 520px)">
      <Drawer.Overlay />
      <Drawer.Content aria-label={operation?.title ?? name}>
        <div className={classes.panel}>
          <div className={classes.panelHead}>
            <h2>{operation?.title ?? name}</h2>
            <IconButton icon="x" label={words.close} onClick={onClose} />
          </div>
          {operation ? (
            <Details operation={operation} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Loader size="sm" aria-label={words.loading} />
          )}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Details({ operation }: { operation: OperationDetails }) {
  const { method, path, tool, title, description, deprecated, paging, input_schema } = operation;
  const schema = useMemo(() => simplifySchema(input_schema), [input_schema]);
  const hasParams = Object.keys(schema.properties ?? {}).length > 0;
  return (
    <>
      <p className="row gap-8 break-anywhere">
        <Method method={method} />
        <span className="mono">{path}</span>
        {deprecated && <span className={classes.deprecated}>{texts.deprecated}</span>}
      </p>
      <div>
        <h3>{texts.tool}</h3>
        <p className="row gap-8 break-anywhere">
          <code className="mono">{tool}</code>
          <CopyButton text={tool} label={texts.copyTool} />
        </p>
      </div>
      {description !== '' && description !== title && (
        <div>
          <h3>{words.description}</h3>
          <Markdown text={description} />
        </div>
      )}
      {paging !== null && <p className="dim">{texts.pages}</p>}
      <div>
        <h3>{texts.params}</h3>
        <p className="dim">{hasParams ? texts.paramsText : texts.noParams}</p>
      </div>
      {hasParams && <SchemaForm schema={schema} value={{}} readOnly onUpdate={() => undefined} />}
    </>
  );
}

/** The data of earlier steps at the foot of the panel, beside the fields that it is dragged into. */

import { Loader, UnstyledButton } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import { useStored } from '../../look/use-stored.ts';
import { DataTree } from '../../templates/data-tree.tsx';
import type { TemplateContext } from '../../templates/template-context.ts';
import * as texts from '../../texts/editor-panel.ts';
import classes from './step-panel.module.css';

interface DataSectionProps {
  readonly templates: TemplateContext;
  readonly loop: unknown;
  readonly iteration: readonly number[];
  onIteration(iteration: readonly number[]): void;
  readonly readOnly: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasRun: boolean;
}

export function DataSection({ isLoading, error, hasRun, ...tree }: DataSectionProps) {
  const [isOpen, setOpen] = useStored('heddle.panel-data', true);
  return (
    <section className={classes.data} aria-label={texts.data}>
      <UnstyledButton className={classes.dataHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        {texts.data}
        {isLoading && <Loader size={12} aria-label={texts.loadingDataRun} />}
        {!hasRun && <span className="dim">{texts.runWorkflowOnceSee}</span>}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.dataBody}>
          {error ? <p className={classes.problem}>{error.message}</p> : <DataTree {...tree} maxHeight={220} />}
        </div>
      )}
    </section>
  );
}

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
  /** Whether it has a column or a tab of its own, and so is always open. */
  readonly isWhole: boolean;
}

const HEIGHT = 220;
/** What stands above and below the values in a column of their own. */
const AROUND = 320;

export function DataSection({ isLoading, error, hasRun, isWhole, ...tree }: DataSectionProps) {
  const [isOpen, setOpen] = useStored('heddle.panel-data', true);
  const state = (
    <>
      {isLoading && <Loader size={12} aria-label={texts.loadingDataRun} />}
      {!hasRun && <span className="dim">{texts.runWorkflowOnceSee}</span>}
    </>
  );
  const height = isWhole ? Math.max(HEIGHT, innerHeight - AROUND) : HEIGHT;
  return (
    <section className={classes.data} aria-label={texts.data}>
      {isWhole ? (
        <h3 className={classes.columnHead}>
          {texts.data} {state}
        </h3>
      ) : (
        <UnstyledButton className={classes.dataHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          {texts.data}
          {state}
        </UnstyledButton>
      )}
      {(isOpen || isWhole) && (
        <div className={classes.dataBody}>
          {error ? (
            <p className="mb-8 failed text-13 break-anywhere">{error.message}</p>
          ) : (
            <DataTree {...tree} maxHeight={height} />
          )}
        </div>
      )}
    </section>
  );
}

import { Button } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import { saveBlob } from '../../look/save-blob.ts';
import { Problem } from '../../look/states/problem.tsx';
import { formatNumber } from '../../texts/locale.ts';
import { importDialog as texts } from '../../texts/records.ts';
import { ProgressBar } from '../../uploads/progress-bar.tsx';
import classes from '../dialogs.module.css';
import type { ImportState } from './import-job.ts';
import { writeReport } from './refused-report.ts';
import type { ChosenFile } from './use-import.ts';

const LISTED = 100;

/** How far an import is, and what it refused. */
export function ImportProgress({ chosen, state }: { chosen: ChosenFile; state: ImportState }) {
  const { status, bytes, refused, problem } = state;
  const { size } = chosen.file;
  const percent = status === 'done' || size === 0 ? 100 : Math.floor((bytes / size) * 100);

  function download() {
    const { preview } = chosen;
    const headers = preview.kind === 'csv' ? preview.columns.map(({ header }) => header) : [];
    const report = writeReport(refused, headers, preview.kind === 'csv' ? preview.separator : ',');
    saveBlob(texts.reportName, new Blob([report], { type: 'text/csv' }));
  }

  return (
    <>
      <ProgressBar percent={percent} label={texts.progress} />
      <p className={classes.state} role="status">
        <strong>{texts.states[status]}</strong>
        <span>{texts.counts({ ...state, refused: refused.length })}</span>
      </p>
      <Problem>{problem}</Problem>
      {refused.length > 0 && (
        <>
          <div className={classes.refusedHead}>
            <h3 className="text-13 semibold">{texts.refusedRows}</h3>
            <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={download}>
              {texts.report}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also by keyboard. */}
          <section className={classes.scroller} tabIndex={0} aria-label={texts.refusedRows}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.row}</th>
                  <th scope="col">{texts.reason}</th>
                </tr>
              </thead>
              <tbody>
                {refused.slice(0, LISTED).map(({ number, message }) => (
                  <tr key={number}>
                    <th scope="row">{formatNumber(number)}</th>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {refused.length > LISTED && <p className="text-13 dim">{texts.moreRefused(refused.length - LISTED)}</p>}
        </>
      )}
    </>
  );
}

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type InstallationProcess, processesQuery } from '../api/installation.ts';
import { Mark } from '../look/mark.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { installation as texts } from '../texts/installation.ts';
import classes from './installation.module.css';
import { Section } from './section.tsx';

/** During an upgrade, processes of two versions run at once. */
export function ProcessesSection({ version }: { version: string | undefined }) {
  const { data, error, refetch } = useQuery(processesQuery);
  return (
    <Section title={texts.processes} text={texts.processesText}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data && (
        <div className={classes.scroller}>
          <table className={classes.table} aria-label={texts.processes}>
            <thead>
              <tr>
                <th scope="col">{words.state}</th>
                <th scope="col">{texts.process}</th>
                <th scope="col">{words.version}</th>
                <th scope="col">{texts.executes}</th>
                <th scope="col">{words.since}</th>
                <th scope="col">{words.lastSeen}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(each => (
                <ProcessRow key={each.id} process={each} version={version} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function ProcessRow({ process, version }: { process: InstallationProcess; version: string | undefined }) {
  const { alive, is_this, host, pid, runs, jobs, started_at, seen_at } = process;
  return (
    <tr>
      <td>
        {alive ? (
          <Mark tone="success" icon="heart-pulse" word={texts.alive} />
        ) : (
          <Mark tone="failed" icon="circle-x" word={texts.gone} />
        )}
      </td>
      <td>
        {describeWork(process)} {is_this && <span className="tag">{texts.thisOne}</span>}
        <div className="tiny dim">{texts.host(host, pid)}</div>
      </td>
      <td>
        {process.version}{' '}
        {version !== undefined && process.version !== version && <span className="tag">{texts.otherVersion}</span>}
      </td>
      <td>{texts.runsAndJobs(runs, jobs)}</td>
      <td>
        <Time at={started_at} />
      </td>
      <td>
        <Time at={seen_at} />
      </td>
    </tr>
  );
}

function describeWork({ kind, works }: InstallationProcess): string {
  if (kind === 'worker') return texts.works;
  return works ? texts.servesAndWorks : texts.serves;
}

/** The installation as its administrators see it: what is wrong stands first. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { AdministrationHeader, forAdministrators } from '../administration-parts/administration-header.tsx';
import { type Installation, installationQuery } from '../api/installation.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { installation as texts } from '../texts/installation.ts';
import { HealthSection } from './health-section.tsx';
import classes from './installation.module.css';
import { ProcessesSection } from './processes-section.tsx';
import { SettingsSection } from './settings-section.tsx';

export const InstallationPage = forAdministrators(() => (
  <>
    <AdministrationHeader tab="installation" />
    <Content />
  </>
));

function Content() {
  const { data, error, refetch } = useQuery(installationQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      {data ? <Facts installation={data} /> : <Skeleton height={80} my={16} />}
      <HealthSection />
      <ProcessesSection version={data?.version} />
      {data && <SettingsSection settings={data.settings} />}
    </div>
  );
}

function Facts({
  installation: { version, node_version, postgres_version, public_url, runs, jobs },
}: {
  installation: Installation;
}) {
  return (
    <div className={classes.facts}>
      <FactList title={texts.versions}>
        <Fact name={words.heddle} value={version} />
        <Fact name={texts.node} value={node_version} />
        <Fact name={words.postgreSQL} value={postgres_version} />
        <Fact name={words.address} value={public_url} />
      </FactList>
      <FactList title={texts.backlog}>
        <Fact name={texts.runsQueued} value={texts.number(runs.queued)} />
        <Fact name={texts.runsRunning} value={texts.number(runs.running)} />
        <Fact name={texts.runsWaiting} value={texts.number(runs.waiting)} />
        <Fact name={texts.jobsWaiting} value={texts.number(jobs.waiting)} />
        <Fact name={texts.jobsActive} value={texts.number(jobs.active)} />
        <Fact name={texts.jobsDead} value={texts.number(jobs.dead)} isBad={jobs.dead > 0} />
      </FactList>
    </div>
  );
}

function FactList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title">
        {title}
      </h2>
      <dl className={classes.list}>{children}</dl>
    </section>
  );
}

function Fact({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div className={classes.fact}>
      <dt className="tiny dim">{name}</dt>
      <dd className="break-anywhere" data-bad={isBad || undefined}>
        {value}
      </dd>
    </div>
  );
}

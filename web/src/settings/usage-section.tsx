import { useQuery } from '@tanstack/react-query';
import { Credits, StorageBar } from '../administration-parts/limit-bars.tsx';
import { usageQuery } from '../api/administration.ts';
import { Section } from '../look/page/section.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { usage as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './settings.module.css';

/** What one may use, and has used. */
export function UsageSection() {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <Section title={texts.title} text={texts.text}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl className={classes.fields}>
          <div>
            <dt className="tiny dim">{words.storage}</dt>
            <dd className="break-anywhere">
              <StorageBar label={words.storage} used={data.storage_used} quota={data.storage_quota} />
            </dd>
          </div>
          <div>
            <dt className="tiny dim">{words.credits}</dt>
            <dd className="break-anywhere">
              <Credits credits={data.credits} />
            </dd>
          </div>
        </dl>
      )}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { UsageBar } from '../administration-parts/usage-bar.tsx';
import { usageQuery } from '../api/administration.ts';
import { formatBytes } from '../forms/bytes.ts';
import { ErrorState } from '../look/error-state.tsx';
import { Section } from '../look/section.tsx';
import { limits, usage as texts } from '../texts/administration.ts';
import classes from './settings.module.css';

/** What one may use, and has used. */
export function UsageSection() {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <Section title={texts.title} text={texts.text}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl className={`${classes.plain} ${classes.fields}`}>
          <div>
            <dt>{limits.storage}</dt>
            <dd>
              <UsageBar
                label={limits.storage}
                used={data.storage_used}
                most={data.storage_quota}
                text={
                  data.storage_quota === null
                    ? limits.used(formatBytes(data.storage_used))
                    : limits.usedOf(formatBytes(data.storage_used), formatBytes(data.storage_quota))
                }
              />
            </dd>
          </div>
          <div>
            <dt>{limits.credits}</dt>
            <dd>{data.credits === null ? limits.unlimited : limits.creditsLeft(data.credits)}</dd>
          </div>
        </dl>
      )}
    </Section>
  );
}

import { UsageBar } from '../administration-parts/usage-bar.tsx';
import { formatBytes } from '../forms/bytes.ts';
import { limits as texts } from '../texts/administration.ts';

interface StorageBarProps {
  name: string;
  used: number;
  quota: number | null;
}

export function StorageBar({ name, used, quota }: StorageBarProps) {
  const text = quota === null ? texts.used(formatBytes(used)) : texts.usedOf(formatBytes(used), formatBytes(quota));
  return <UsageBar label={texts.storageOf(name)} used={used} most={quota} text={text} />;
}

/** Only what is left is known, so there is nothing to compare it with. */
export function Credits({ credits }: { credits: number | null }) {
  return <span>{credits === null ? texts.unlimited : texts.creditsLeft(credits)}</span>;
}

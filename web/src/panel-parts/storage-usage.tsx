import { formatBytes, MEGABYTE } from '../forms/bytes.ts';
import * as words from '../texts/common.ts';
import { storageUsage as texts } from '../texts/panels.ts';
import { UsageBar } from './usage-bar.tsx';

/** How much of a limit files take. The limit is told as in the settings, and what is used in the same unit. */
export function StorageUsage({ used, megabytes }: { used: number; megabytes: number }) {
  const text = megabytes > 0 ? texts.usedOf(used / MEGABYTE, megabytes) : words.amountUsed(formatBytes(used));
  return <UsageBar used={used} limit={megabytes * MEGABYTE} text={text} />;
}

/** The rules of a folder as sentences, and how much of its limits is used. */

import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OpenedPanel } from '../api/panels.ts';
import { foldersQuery } from '../api/storage.ts';
import { formatBytes, MEGABYTE } from '../forms/bytes.ts';
import { describeRules, effectiveRules, findRulesSource } from '../panel-parts/folder-rules.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { ProgressBar } from '../uploads/progress-bar.tsx';
import classes from './details.module.css';
import { folderOf } from './search.ts';

interface FolderInfoProps {
  opened: OpenedPanel;
  directory: string;
  onClose(): void;
}

export function FolderInfo({ opened, directory, onClose }: FolderInfoProps) {
  const { panel, may_write } = opened;
  const folder = folderOf(directory);
  if (folder === '') {
    return (
      <div className={classes.panel}>
        <p className="dim">{texts.topText}</p>
      </div>
    );
  }
  const rules = effectiveRules(panel.file_storage, folder);
  const source = findRulesSource(panel.file_storage, folder);
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2 className={classes.title}>{texts.rulesOf(folder)}</h2>
        <CloseButton className={classes.rulesClose} aria-label={texts.closeDetails} onClick={onClose} />
      </header>
      {source === 'others' && <p className="dim">{texts.rulesOthers}</p>}
      {source === 'nowhere' && <p className="dim">{texts.rulesNone}</p>}
      <ul className={classes.rules}>
        {describeRules(rules).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Limits panelId={panel.id} folder={folder} files={rules.max_files} megabytes={rules.max_total_mb} />
      {may_write && (
        <Link to="/panels/$panelId/settings" params={{ panelId: panel.id }}>
          {texts.changeRules}
        </Link>
      )}
    </div>
  );
}

interface LimitsProps {
  panelId: string;
  folder: string;
  files: number | undefined;
  megabytes: number | undefined;
}

function Limits({ panelId, folder, files = 0, megabytes = 0 }: LimitsProps) {
  const { data: folders } = useQuery(foldersQuery(panelId, ''));
  const used = folders?.find(({ name }) => name === folder);
  const count = used?.files ?? 0;
  const size = used?.size ?? 0;
  return (
    <section className={classes.section}>
      <h3 className="tiny dim semibold">{texts.inThisFolder}</h3>
      <p>{files > 0 ? texts.ofFiles(count, files) : texts.count(count)}</p>
      {files > 0 && <ProgressBar percent={toPercent(count, files)} label={texts.fileLimit} />}
      <p>{megabytes > 0 ? words.partOfAll(formatBytes(size), formatBytes(megabytes * MEGABYTE)) : formatBytes(size)}</p>
      {megabytes > 0 && <ProgressBar percent={toPercent(size, megabytes * MEGABYTE)} label={texts.sizeLimit} />}
    </section>
  );
}

function toPercent(used: number, limit: number): number {
  return Math.min(100, Math.round((100 * used) / limit));
}

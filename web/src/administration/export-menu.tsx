/** Saves what the filters find as a file. It reads page by page, and can be cancelled. */

import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { type AuditEvent, type AuditFilters, countAudit, readAuditPage } from '../api/audit.ts';
import { explain } from '../look/explain.ts';
import { Icon } from '../look/icons.tsx';
import { saveBlob } from '../look/save-blob.ts';
import { showNotice } from '../look/states/notices.tsx';
import { audit as texts } from '../texts/audit.ts';
import * as words from '../texts/common.ts';
import { toCsv, toJson } from './audit-export.ts';

type Format = 'csv' | 'json';

/** As many as a spreadsheet and the memory of a page can take. */
const MOST = 200_000;
const PAGE = 1000;

export function ExportMenu({ filters }: { filters: AuditFilters }) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);

  async function save(format: Format) {
    const controller = new AbortController();
    running.current = controller;
    try {
      const events = await readAll(filters, controller.signal, setProgress);
      if (format === 'csv') saveBlob('heddle-audit.csv', new Blob([toCsv(events)], { type: 'text/csv;charset=utf-8' }));
      else saveBlob('heddle-audit.json', new Blob([toJson(events)], { type: 'application/json;charset=utf-8' }));
      showNotice({ message: texts.exported(events.length) });
    } catch (error) {
      if (controller.signal.aborted) return;
      showNotice({ message: explain(error), failed: true });
    } finally {
      setProgress(undefined);
    }
  }

  if (progress) {
    return (
      <Button variant="default" onClick={() => running.current?.abort()} title={words.cancel}>
        {texts.exporting(progress.done, progress.total)}
        <Icon name="x" size={14} />
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          {words.exportAction}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>{texts.exportCsv}</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>{texts.exportJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function readAll(
  filters: AuditFilters,
  signal: AbortSignal,
  onProgress: (progress: { done: number; total: number }) => void,
): Promise<AuditEvent[]> {
  const total = await countAudit(filters, signal);
  if (total > MOST) throw new Error(texts.tooMany(total, MOST));
  const events: AuditEvent[] = [];
  for (;;) {
    onProgress({ done: events.length, total });
    const page = await readAuditPage(filters, events.length, PAGE, signal);
    events.push(...page);
    if (page.length < PAGE) return events;
  }
}

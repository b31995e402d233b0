/** Exports what the table shows, or all of it, as a file. */

import { Button, Checkbox, Group, Modal, NativeSelect, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { saveBlob } from '../../look/save-blob.ts';
import { Problem } from '../../look/states/problem.tsx';
import * as words from '../../texts/common.ts';
import { importDialog, recordsPage, exportDialog as texts } from '../../texts/records.ts';
import { ProgressBar } from '../../uploads/progress-bar.tsx';
import { SEPARATORS, type Separator } from '../csv-parser.ts';
import { fileName } from '../file-name.ts';
import type { Filter } from '../search.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  panelId: string;
  collection: string;
  filters: readonly Filter[] | undefined;
  /** The columns that are shown. */
  fields: readonly string[];
  /** The number of records when the dialog was opened. */
  total: number;
  onClose(): void;
}

export function ExportDialog({ panelId, collection, filters, fields, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [chosen, setChosen] = useState<'all' | 'shown'>('all');
  const [separator, setSeparator] = useState<Separator>(',');
  const [withKeys, setWithKeys] = useState(true);
  const [isExcelSafe, setExcelSafe] = useState(false);
  const { state, start } = useExport((file, ending) => saveBlob(fileName(collection, ending), file));
  const isRunning = state.status === 'running';
  const count = recordsPage.records(total);

  return (
    <Modal opened onClose={onClose} title={texts.title} size={520} closeOnClickOutside={!isRunning}>
      <Stack gap="sm">
        <p className="text-13 dim">
          {filters ? texts.filtered(count) : texts.everything(count)} {texts.order}
        </p>
        <SegmentedControl
          aria-label={texts.format}
          data={[
            { value: 'csv', label: texts.formats.csv },
            { value: 'json', label: words.json },
          ]}
          value={format}
          disabled={isRunning}
          onChange={value => setFormat(value === 'json' ? 'json' : 'csv')}
        />
        {format === 'csv' && (
          <>
            <Radio.Group
              label={words.columns}
              value={chosen}
              onChange={value => setChosen(value === 'shown' ? 'shown' : 'all')}
            >
              <Stack gap={6} mt={4}>
                <Radio value="all" label={texts.allFields} disabled={isRunning} />
                <Radio value="shown" label={texts.shownFields} disabled={isRunning} />
              </Stack>
            </Radio.Group>
            <NativeSelect
              label={words.separator}
              value={separator}
              disabled={isRunning}
              onChange={event => setSeparator(SEPARATORS.find(each => each === event.currentTarget.value) ?? ',')}
              data={SEPARATORS.map(value => ({ value, label: importDialog.separators[value] }))}
            />
            <Checkbox
              label={texts.withKeys}
              checked={withKeys}
              disabled={isRunning}
              onChange={event => setWithKeys(event.currentTarget.checked)}
            />
            <Checkbox
              label={texts.excelSafe}
              description={texts.excelSafeText}
              checked={isExcelSafe}
              disabled={isRunning}
              onChange={event => setExcelSafe(event.currentTarget.checked)}
            />
          </>
        )}
        {isRunning && (
          <div>
            <ProgressBar percent={percentOf(state.records, total)} label={texts.progress} />
            <p className="text-13 dim">{texts.written(state.records, total)}</p>
          </div>
        )}
        {state.status === 'done' && (
          <p className="text-13 dim" role="status">
            {texts.done(state.records)}
          </p>
        )}
        <Problem>{state.status === 'failed' ? state.message : undefined}</Problem>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {isRunning ? words.cancel : words.close}
          </Button>
          <Button
            loading={isRunning}
            onClick={() =>
              start({
                body: { panel_id: panelId, collection, ...(filters && { filters: [...filters] }) },
                options: { format, separator, withKeys, isExcelSafe, ...(chosen === 'shown' && { fields }) },
              })
            }
          >
            {words.exportAction}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function percentOf(records: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.round((records / total) * 100));
}

/** What holds for all runs of a workflow, and its tests. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { flow as texts } from '../../texts/flow.ts';
import type { EditorIssue } from '../document/issues.ts';
import panel from '../panel.module.css';
import { SettingsForm } from './settings-form.tsx';
import { TestList } from './test-list.tsx';

type View = 'settings' | 'tests';

const VIEWS: { value: View; label: string }[] = [
  { value: 'settings', label: texts.settings },
  { value: 'tests', label: texts.tests },
];

export function FlowPanel({ issues, onClose }: { issues: readonly EditorIssue[]; onClose(): void }) {
  const [view, setView] = useState<View>('settings');
  return (
    <div className="column h-full min-h-0">
      <header className={panel.head}>
        <SegmentedControl size="xs" aria-label={texts.views} data={VIEWS} value={view} onChange={setView} />
        <IconButton icon="x" label={texts.close} hint size="md" onClick={onClose} />
      </header>
      <div className={panel.scroll}>{view === 'settings' ? <SettingsForm issues={issues} /> : <TestList />}</div>
    </div>
  );
}

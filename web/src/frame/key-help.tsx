/** The keys that work on every page, and those of the present page. */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { KeyList } from '../look/lists/key-list.tsx';
import { listPageActions } from '../look/page/page-actions.ts';
import { frame } from '../texts/frame.ts';

const texts = frame.help;

const EVERYWHERE = [
  { keys: 'Ctrl K', does: texts.goAnywhere },
  { keys: '?', does: texts.showKeys },
  { keys: 'Tab', does: texts.walk },
  { keys: 'Enter', does: texts.press },
  { keys: 'Escape', does: texts.leave },
];

export function KeyHelp({ onClose }: { onClose(): void }) {
  const [here] = useState(() =>
    listPageActions().flatMap(({ keys, label }) => (keys === undefined ? [] : [{ keys, does: label }])),
  );
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      {here.length > 0 && <KeyList title={texts.here} keys={here} />}
      <KeyList title={texts.everywhere} keys={EVERYWHERE} />
      <p className="dim">{texts.editor}</p>
    </Modal>
  );
}

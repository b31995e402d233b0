/** The keys that work on every page, and those of the present page. */
import { Kbd, Modal } from '@mantine/core';
import { useState } from 'react';
import { listPageActions } from '../look/page-actions.ts';
import { frame } from '../texts/frame.ts';
import classes from './key-help.module.css';

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
      {here.length > 0 && <Keys title={texts.here} keys={here} />}
      <Keys title={texts.everywhere} keys={EVERYWHERE} />
      <p className="dim">{texts.editor}</p>
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly { keys: string; does: string }[] }) {
  return (
    <section className={classes.keys}>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ keys: combination, does }) => (
          <div key={`${combination} ${does}`}>
            <dt>
              {combination.split(' ').map(key => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

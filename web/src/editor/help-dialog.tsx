import { Kbd, Modal } from '@mantine/core';
import * as texts from '../texts/editor.ts';
import classes from './help-dialog.module.css';
import { SHORTCUTS } from './shortcuts.ts';

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.keysEditor} size="lg">
      <div className={classes.groups}>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map(key => (
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
        ))}
      </div>
    </Modal>
  );
}

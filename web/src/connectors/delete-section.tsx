import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../connection-parts/section.tsx';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { showNotice } from '../look/notices.tsx';
import { connectorPage as texts } from '../texts/connectors.ts';

interface DeleteSectionProps {
  title: string;
  prefix: string;
  onDelete(): Promise<void>;
  /** Called when the page is left: what it showed must not be read again before. */
  onDeleted(): void;
}

export function DeleteSection({ title, prefix, onDelete, onDeleted }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <Section title={texts.deleteSection} text={texts.deleteSectionText}>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={texts.deleteTitle(title)}
        action={texts.delete}
        danger
        onConfirm={async () => {
          await onDelete();
          showNotice({ message: texts.deleted(title) });
          await navigate({ to: '/connectors', ignoreBlocker: true });
          onDeleted();
        }}
        onClose={() => setAsking(false)}
      >
        {texts.deleteText(prefix)}
      </ConfirmDialog>
    </Section>
  );
}

import { Button } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ToolUses, toolUsesQuery } from '../api/connectors.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { FormSection } from '../look/section.tsx';
import { connectorPage as texts } from '../texts/connectors.ts';

interface DeleteSectionProps {
  kind: 'connector' | 'mcp-server';
  id: string;
  title: string;
  prefix: string;
  changes: readonly QueryKey[];
  onDelete(): Promise<void>;
  /** Called when the page is left: what it showed must not be read again before. */
  onDeleted(): void;
}

const LISTED = 10;

export function DeleteSection({ kind, id, title, prefix, changes, onDelete, onDeleted }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { data: uses } = useQuery({ ...toolUsesQuery(kind, id), enabled: isAsking });
  const navigate = useNavigate();
  return (
    <FormSection title={texts.deleteSection} text={texts.deleteSectionText}>
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
        changes={changes}
        onConfirm={async () => {
          await onDelete();
          await navigate({ to: '/connectors', ignoreBlocker: true });
          onDeleted();
        }}
        done={texts.deleted(title)}
        onClose={() => setAsking(false)}
      >
        <p>{texts.deleteText(prefix)}</p>
        {uses && <Uses uses={uses} />}
      </ConfirmDialog>
    </FormSection>
  );
}

/** What would stop working, as far as the user may see it. */
function Uses({ uses: { workflows, assistants } }: { uses: ToolUses }) {
  const lines = [
    ...workflows.map(({ tool, workflow }) => texts.usedBy(tool, workflow.name)),
    ...assistants.map(({ tool, assistant }) => texts.usedBy(tool, assistant.name)),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <p>{texts.usesNow}</p>
      <ul>
        {lines.slice(0, LISTED).map(line => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > LISTED && <li>{texts.moreUses(lines.length - LISTED)}</li>}
      </ul>
    </>
  );
}

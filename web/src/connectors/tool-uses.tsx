import { useQuery } from '@tanstack/react-query';
import { toolUsesQuery } from '../api/connectors.ts';
import { FirstLines } from '../connection-parts/delete-section.tsx';
import { connectorPage as texts } from '../texts/connectors.ts';

interface ToolUsesProps {
  kind: 'connector' | 'mcp-server';
  id: string;
  /** The beginning of the names of the tools. */
  prefix: string;
}

/** What would stop working without the tools, as far as the user may see it. */
export function ToolUses({ kind, id, prefix }: ToolUsesProps) {
  const { data: { workflows, assistants } = { workflows: [], assistants: [] } } = useQuery(toolUsesQuery(kind, id));
  const lines = [
    ...workflows.map(({ tool, workflow }) => texts.usedBy(tool, workflow.name)),
    ...assistants.map(({ tool, assistant }) => texts.usedBy(tool, assistant.name)),
  ];
  return (
    <>
      <p>{texts.deleteText(prefix)}</p>
      {lines.length > 0 && (
        <>
          <p>{texts.usesNow}</p>
          <FirstLines lines={lines} most={10} more={texts.moreUses} />
        </>
      )}
    </>
  );
}

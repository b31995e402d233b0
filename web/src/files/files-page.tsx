/** The files of a panel: its folders, a list of any length, and the details of a file. */
import { useParams } from '@tanstack/react-router';
import { PanelGate } from '../panel-parts/panel-header.tsx';
import { FileBrowser } from './file-browser.tsx';

export function FilesPage() {
  const { panelId } = useParams({ from: '/shell/panels/$panelId/files' });
  return (
    <div className="column h-full min-h-0">
      <PanelGate panelId={panelId}>{opened => <FileBrowser key={panelId} opened={opened} />}</PanelGate>
    </div>
  );
}

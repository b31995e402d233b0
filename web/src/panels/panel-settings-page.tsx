/** The settings of a panel: everything that the API knows, as a form. */
import { useParams } from '@tanstack/react-router';
import { PanelGate, PanelHeader } from '../panel-parts/panel-header.tsx';
import { SettingsForm } from './settings-form.tsx';

export function PanelSettingsPage() {
  const { panelId } = useParams({ from: '/shell/panels/$panelId/settings' });
  return (
    <PanelGate panelId={panelId}>
      {opened => (
        <>
          <PanelHeader panelId={panelId} tab="settings" />
          <SettingsForm key={panelId} opened={opened} />
        </>
      )}
    </PanelGate>
  );
}

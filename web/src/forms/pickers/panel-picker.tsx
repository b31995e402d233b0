import { useQuery } from '@tanstack/react-query';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';
import { panelsQuery } from './resources.ts';

export function PanelPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(panelsQuery)} plural="panels" />;
}

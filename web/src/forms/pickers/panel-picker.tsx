import { useQuery } from '@tanstack/react-query';
import { panelsQuery } from '../../api/pickers.ts';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';

export function PanelPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(panelsQuery)} plural="panels" />;
}

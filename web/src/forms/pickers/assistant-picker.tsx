import { useQuery } from '@tanstack/react-query';
import { assistantsQuery } from '../../api/pickers.ts';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';

export function AssistantPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(assistantsQuery)} plural="assistants" />;
}

import { useQuery } from '@tanstack/react-query';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';
import { assistantsQuery } from './resources.ts';

export function AssistantPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(assistantsQuery)} plural="assistants" />;
}

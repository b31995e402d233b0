import { useQuery } from '@tanstack/react-query';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';
import { workflowsQuery } from './resources.ts';

export function WorkflowPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(workflowsQuery)} plural="workflows" />;
}

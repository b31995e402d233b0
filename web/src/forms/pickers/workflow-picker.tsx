import { useQuery } from '@tanstack/react-query';
import { workflowsQuery } from '../../api/pickers.ts';
import type { ControlProps } from '../form-context.ts';
import { ResourcePicker } from './resource-picker.tsx';

export function WorkflowPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(workflowsQuery)} plural="workflows" />;
}

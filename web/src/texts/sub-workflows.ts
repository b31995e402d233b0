export const subWorkflows = {
  runs: 'Runs that this step has started',
  none: 'No run was found.',
  more: 'There are more of them.',
  try: (number: number) => `try ${number}`,
  partOf: 'part of',
  step: (name: string) => `by its step ${name}`,
};

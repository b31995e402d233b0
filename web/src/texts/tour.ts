export * from './common.ts';
export const progress = (step: number, steps: number) => `Step ${step} of ${steps}`;
export const leave = 'Leave the tour';
export const finish = 'Finish';
export const startOver = 'Start over';
export const goOn = 'Back to where the tour is';
export const left = 'You find the tour in the menu of your account, and can go on there.';
export const heading = {
  new: 'Create a workflow',
  transform: 'Add a step',
  value: 'Let the step compute',
  run: 'Run it',
  break: 'Now break it',
  fail: 'Run it and see it fail',
  mend: 'Mend it',
  again: 'Run it once more',
  end: 'That is all it takes',
} as const;
export const text = {
  new: 'Press New, and then Create empty. An example would be quicker, but you would not have built it.',
  transform:
    'The workflow begins with Start: you start it by hand. Add a step, and choose Transform, which makes a value of what earlier steps gave.',
  value:
    'Type this into Value. What stands in double braces is a template, and its result is shown below while you type.',
  run: 'Press Run; where the panel is in front of it, close that first. The run is shown on the canvas: each step has its state and its result.',
  break: 'Nobody can divide by zero. Replace the template by this one, and the field already says what is wrong.',
  fail: 'Press Run again. The step that failed is marked, and the reason stands beside it.',
  mend: 'Put the working template back. Undo works, too: everything that you change can be undone.',
  again: 'Press Run. The draft is saved by itself all the time, so the run has what you see.',
  end: 'You have built a workflow, run it, broken it and mended it. Publish lets triggers start it without you: by a schedule, a webhook or a form.',
} as const;

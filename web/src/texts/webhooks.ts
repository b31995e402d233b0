/** The form of webhook triggers. */
import * as words from './common.ts';
export const groups = {
  answer: 'Answer',
  sender: 'Security',
  calls: words.calls,
  pace: 'Pace',
};
export const answers: Readonly<Record<string, string>> = {
  result: 'Calls are answered with the output of the run.',
  step: 'Calls are answered by a webhook answer step.',
};
export const methods = (names: string) => `Methods: ${names}.`;
export const checked = (scheme: string) =>
  `Senders are checked (${scheme}): a call without a valid signature is refused.`;
export const onlyFrom = (addresses: string) => `Calls may come only from ${addresses}.`;

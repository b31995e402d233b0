/** Steps that wait for a time, a call or an event. */
import * as words from './common.ts';
export const waits = {
  waitsFor: 'Waits for',
  ways: { seconds: 'Some time', until: 'A time', call: 'A call', event: 'An event' },
  callHelp: 'Steps before this one know the URL to call:',
  copyLink: 'Copy the template of the URL',
  ends: (left: string, time: string) => `Continues in ${left}, at ${time}`,
  givesUp: (left: string, time: string) => `Waits for another ${left}, until ${time}`,
  due: 'Continues at any moment',
  event: (name: string, key: string) => (key === '' ? `The event ${name}` : `The event ${name} with the key ${key}`),
  url: 'POST to this URL continues the run',
  copyUrl: words.copyTheUrl,
  resume: 'Resume now',
  resumed: 'The run continues',
  body: 'Body as JSON',
  data: words.dataAsJson,
  notJson: 'This is not JSON',
};

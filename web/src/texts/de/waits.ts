import * as words from './common.ts';
export const waits = {
  waitsFor: 'Wartet auf',
  ways: { seconds: 'Eine Dauer', until: 'Eine Zeit', call: 'Einen Aufruf', event: 'Ein Ereignis' },
  callHelp: 'Schritte davor kennen die URL, die aufzurufen ist:',
  copyLink: 'Vorlage der URL kopieren',
  ends: (left: string, time: string) => `Läuft in ${left} weiter, um ${time}`,
  givesUp: (left: string, time: string) => `Wartet noch ${left}, bis ${time}`,
  due: 'Läuft jeden Moment weiter',
  event: (name: string, key: string) =>
    key === '' ? `Das Ereignis ${name}` : `Das Ereignis ${name} mit dem Schlüssel ${key}`,
  url: 'Ein POST an diese URL setzt den Lauf fort',
  copyUrl: words.copyTheUrl,
  resume: 'Jetzt fortsetzen',
  resumed: 'Der Lauf wird fortgesetzt',
  body: 'Inhalt als JSON',
  data: words.dataAsJson,
  notJson: 'Das ist kein JSON',
};

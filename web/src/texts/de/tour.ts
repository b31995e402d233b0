export * from './common.ts';
export const progress = (step: number, steps: number) => `Schritt ${step} von ${steps}`;
export const leave = 'Rundgang verlassen';
export const finish = 'Beenden';
export const startOver = 'Von vorn beginnen';
export const goOn = 'Zurück zum Rundgang';
export const left = 'Sie finden den Rundgang im Menü Ihres Kontos und können ihn dort fortsetzen.';
export const heading = {
  new: 'Einen Workflow erstellen',
  transform: 'Einen Schritt hinzufügen',
  value: 'Den Schritt rechnen lassen',
  run: 'Ausführen',
  break: 'Jetzt kaputt machen',
  fail: 'Ausführen und scheitern sehen',
  mend: 'Reparieren',
  again: 'Noch einmal ausführen',
  end: 'Mehr ist es nicht',
} as const;
export const text = {
  new: 'Klicken Sie auf Neu und dann auf Leer erstellen. Ein Beispiel ginge schneller, aber Sie hätten es nicht selbst gebaut.',
  transform:
    'Der Workflow beginnt mit Start: Sie starten ihn von Hand. Fügen Sie einen Schritt hinzu und wählen Sie Transform, der einen Wert aus dem macht, was frühere Schritte ergaben.',
  value:
    'Tippen Sie dies in das Feld Value. Was in doppelten geschweiften Klammern steht, ist eine Vorlage. Ihr Ergebnis erscheint darunter, während Sie tippen.',
  run: 'Klicken Sie auf Ausführen; wo das Panel davor liegt, schließen Sie es zuerst. Der Lauf erscheint auf der Zeichenfläche: Jeder Schritt hat seinen Zustand und sein Ergebnis.',
  break:
    'Durch null kann niemand teilen. Ersetzen Sie die Vorlage durch diese: Das Feld sagt schon jetzt, was daran falsch ist.',
  fail: 'Führen Sie den Workflow noch einmal aus. Der gescheiterte Schritt ist markiert, und der Grund steht daneben.',
  mend: 'Setzen Sie die funktionierende Vorlage wieder ein. Sie können auch rückgängig machen: Das geht mit jeder Änderung.',
  again: 'Führen Sie ihn aus. Der Entwurf wird laufend von selbst gespeichert, also läuft, was Sie sehen.',
  end: 'Sie haben einen Workflow gebaut, ausgeführt, kaputt gemacht und repariert. Wenn Sie ihn veröffentlichen, starten ihn Auslöser ohne Sie: ein Zeitplan, ein Webhook oder ein Formular.',
} as const;

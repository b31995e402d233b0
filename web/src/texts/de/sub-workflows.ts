export const subWorkflows = {
  runs: 'Läufe, die dieser Schritt gestartet hat',
  none: 'Es wurde kein Lauf gefunden.',
  more: 'Es gibt noch mehr davon.',
  try: (number: number) => `Versuch ${number}`,
  partOf: 'Teil von',
  step: (name: string) => `durch den Schritt ${name}`,
};

import { counted } from '../locale.ts';

function counter(one: string, many: string): (count: number) => string {
  return count => counted(count, one, many);
}

export const countRuns = counter('Lauf', 'Läufe');
export const countWorkflows = counter('Workflow', 'Workflows');
export const countSteps = counter('Schritt', 'Schritte');
export const countConnections = counter('Verbindung', 'Verbindungen');
export const countItems = counter('Element', 'Elemente');
export const countErrors = counter('Fehler', 'Fehler');
export const countWarnings = counter('Warnung', 'Warnungen');
export const countIssues = counter('Problem', 'Probleme');
export const countSaves = counter('Speicherung', 'Speicherungen');
export const countCharacters = counter('Zeichen', 'Zeichen');
export const countBytes = counter('Byte', 'Byte');
export const countTests = counter('Test', 'Tests');

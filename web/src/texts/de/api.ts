export const heddleCanNotReached = 'Heddle ist nicht erreichbar';
export const serviceAnsweredStatus = (status: string | number) => `Der Dienst hat mit dem Status ${status} geantwortet`;
export const notDoneBecauseSession = 'Das wurde nicht ausgeführt, weil die Sitzung beendet war';

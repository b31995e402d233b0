export const heddleCanNotReached = 'Heddle can not be reached';
export const serviceAnsweredStatus = (status: string | number) => `The service answered with status ${status}`;
export const notDoneBecauseSession = 'This was not done, because the session had ended';

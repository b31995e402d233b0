export const heddleCanNotReached = 'Heddle can not be reached';
export const serviceAnsweredStatus = (status: string | number) => `The service answered with status ${status}`;

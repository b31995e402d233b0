export const LANGUAGE = 'de';

/** The language of these texts, as in `<html lang>`. */
export const LANGUAGE = 'en';

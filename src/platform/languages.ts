/** The languages of the console and of the pages of approvals, and which of them a browser gets. */

/** The first one is for those who read none of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Holds what somebody chose in the profile. The console sets it, so it is not guarded as the session is. */
export const LANGUAGE_COOKIE = 'heddle-language';

/** Takes the choice of the profile, and without one the first of our languages that the browser prefers. */
export function chooseLanguage(chosen: string | undefined, accepted = ''): Language {
  const preferred = accepted
    .split(',')
    .map(entry => {
      const [range = '', ...parameters] = entry.split(';');
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='));
      return { range: range.trim(), quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range.split('-', 1)[0]?.toLowerCase());
  return [chosen, ...preferred].map(findLanguage).find(language => language !== undefined) ?? LANGUAGES[0];
}

function findLanguage(name: string | undefined): Language | undefined {
  return LANGUAGES.find(language => language === name);
}

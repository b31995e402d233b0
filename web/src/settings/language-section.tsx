import { NativeSelect } from '@mantine/core';
import type { Language } from '../../../src/platform/languages.ts';
import { Section } from '../look/page/section.tsx';
import * as texts from '../texts/settings.ts';
import { chooseLanguage, readChosenLanguage } from './language.ts';
import classes from './settings.module.css';

/** A language is named in its own words, so that those who read no other find it. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export function LanguageSection() {
  return (
    <Section title={texts.language} text={texts.languageText}>
      <div className={classes.fields}>
        <NativeSelect
          label={texts.languageOfConsole}
          value={readChosenLanguage()}
          onChange={event => chooseLanguage(event.currentTarget.value)}
        >
          <option value="">{texts.asBrowser}</option>
          {Object.entries(NAMES).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </div>
    </Section>
  );
}

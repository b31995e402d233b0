import { PageHeader } from '../look/page/page-header.tsx';
import * as texts from '../texts/settings.ts';
import { KeysSection } from './keys-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NameSection } from './name-section.tsx';
import { OrganizationsSection } from './organizations-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import classes from './settings.module.css';
import { UsageSection } from './usage-section.tsx';

export function ProfilePage() {
  return (
    <>
      <PageHeader title={texts.profile} />
      <div className={classes.page}>
        <NameSection />
        <LanguageSection />
        <PasswordSection />
        <KeysSection />
        <SessionsSection />
        <OrganizationsSection />
        <UsageSection />
      </div>
    </>
  );
}

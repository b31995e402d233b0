import { Checkbox } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SettingInEffect } from '../api/installation.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { NothingFits } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { installation as texts } from '../texts/installation.ts';
import classes from './installation.module.css';
import { filterSettings } from './search.ts';
import { Section } from './section.tsx';

export function SettingsSection({ settings }: { settings: readonly SettingInEffect[] }) {
  const search = useSearch({ from: '/shell/administration/installation' });
  const navigate = useNavigate({ from: '/administration/installation' });
  const setText = useCallback(
    (text: string) =>
      void navigate({
        replace: true,
        search: ({ changed }) => ({ ...(text.trim() !== '' && { text }), ...(changed && { changed }) }),
      }),
    [navigate],
  );
  const setChanged = (isOnly: boolean) =>
    void navigate({
      replace: true,
      search: ({ text }) => ({ ...(text !== undefined && { text }), ...(isOnly && { changed: true as const }) }),
    });
  const areas = Object.entries(Object.groupBy(filterSettings(settings, search), ({ area }) => area));
  return (
    <Section
      title={texts.settings}
      text={texts.settingsText}
      actions={
        <>
          <SearchField
            text={search.text ?? ''}
            label={texts.findSetting}
            placeholder={texts.findPlaceholder}
            maxLength={100}
            onChange={setText}
          />
          <Checkbox
            label={texts.onlyChanged}
            checked={search.changed ?? false}
            onChange={event => setChanged(event.currentTarget.checked)}
          />
        </>
      }
    >
      {areas.length === 0 && (
        <NothingFits
          title={texts.noSettingFits}
          text={texts.noSettingFitsText}
          action={texts.showAll}
          onReset={() => void navigate({ replace: true, search: {} })}
        />
      )}
      {areas.map(([area, list = []]) => (
        <div key={area} className={classes.scroller}>
          <table className={classes.table} aria-label={area}>
            <caption className={classes.caption}>{area}</caption>
            <thead>
              <tr>
                <ColumnHead className={classes.variable}>{texts.setting}</ColumnHead>
                <ColumnHead className={classes.value}>{words.value}</ColumnHead>
                <ColumnHead className={classes.value}>{texts.byDefault}</ColumnHead>
                <ColumnHead>{texts.meaning}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {list.map(setting => (
                <SettingRow key={setting.variable} setting={setting} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </Section>
  );
}

function SettingRow({ setting }: { setting: SettingInEffect }) {
  const { variable, value, set, differs, meaning } = setting;
  return (
    <tr>
      <td className={classes.code}>{variable}</td>
      <td>
        {value === null || value === '' ? (
          <span className="dim">{set && value === null ? texts.set : words.notSet}</span>
        ) : (
          <span className={classes.code}>{value}</span>
        )}{' '}
        {differs && <span className="tag">{words.changedInText}</span>}
      </td>
      <td>
        {setting.default === null || setting.default === '' ? (
          <span className="dim">{words.noneInText}</span>
        ) : (
          <span className={classes.code}>{setting.default}</span>
        )}
      </td>
      <td className={classes.meaning}>
        <Meaning text={meaning} />
      </td>
    </tr>
  );
}

/** Meanings quote values between backticks, as on the page of settings in the documentation. */
function Meaning({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className={classes.code}>
        {part}
      </code>
    ),
  );
}

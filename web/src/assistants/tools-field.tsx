import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { Icon } from '../look/icons.tsx';
import { assistants as texts } from '../texts/assistants.ts';
import { toggleTool } from './form.ts';
import { groupTools } from './tools.ts';
import classes from './tools-field.module.css';

interface ToolsFieldProps {
  chosen: readonly string[];
  readOnly: boolean;
  onChange(tools: string[]): void;
}

/** The tools of the catalog with what they do, to choose from. */
export function ToolsField({ chosen, readOnly, onChange }: ToolsFieldProps) {
  const { data: catalog } = useQuery(catalogQuery);
  const [text, setText] = useState('');
  const id = useId();
  const groups = groupTools(catalog?.tools ?? [], { chosen, text, onlyChosen: readOnly });
  return (
    <fieldset className={classes.field} aria-describedby={id}>
      <legend>{texts.tools}</legend>
      <p id={id} className="tiny dim mb-8">
        {texts.toolsHint} {texts.toolsChosen(chosen.length)}.
      </p>
      {!readOnly && (
        <TextInput
          type="search"
          aria-label={texts.searchTools}
          placeholder={texts.searchTools}
          leftSection={<Icon name="search" />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          mb="xs"
        />
      )}
      <div className={classes.list}>
        {groups.length === 0 && !readOnly && <p className="tiny dim mb-8">{texts.noToolFits}</p>}
        {groups.map(({ category, tools }) => (
          <section key={category} aria-label={category}>
            <h3 className="tiny dim medium">{category}</h3>
            {tools.map(tool => (
              <Checkbox
                key={tool.name}
                className={classes.tool}
                checked={chosen.includes(tool.name)}
                disabled={readOnly}
                label={tool.display_name}
                description={tool.description}
                onChange={() => onChange(toggleTool(chosen, tool.name))}
              />
            ))}
          </section>
        ))}
      </div>
    </fieldset>
  );
}

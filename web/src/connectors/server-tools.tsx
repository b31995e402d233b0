/** The tools of an MCP server, and which of them can be used. */

import { Button, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MCP_SERVER_CHANGES, type McpServer, mcpServerQuery, switchTools } from '../api/mcp-servers.ts';
import { Icon } from '../look/icons.tsx';
import { FormSection } from '../look/page/section.tsx';
import { useAction } from '../look/use-action.ts';
import * as common from '../texts/common.ts';
import { serverPage as texts } from '../texts/connectors.ts';
import classes from './connector-page.module.css';

/** From so many tools on, searching is faster than looking. */
const MANY = 8;

export function ServerTools({ server, mayWrite }: { server: McpServer; mayWrite: boolean }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const { isBusy, perform } = useAction({ changes: MCP_SERVER_CHANGES, noticesProblem: true });
  const { id, tools, left_out } = server;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools.filter(({ name, title, description }) => {
    const all = `${name} ${title} ${description}`.toLowerCase();
    return words.every(word => all.includes(word));
  });

  const turn = (which: { names: string[] } | { all: true }, enabled: boolean) =>
    perform(async () =>
      queryClient.setQueryData(mcpServerQuery(id).queryKey, await switchTools({ id, ...which, enabled })),
    );

  return (
    <FormSection title={common.tools} text={texts.toolsText}>
      {tools.length >= MANY && (
        <div className="row wrap gap-8">
          <TextInput
            type="search"
            className={classes.toolSearch}
            aria-label={common.searchTools}
            placeholder={texts.searchPlaceholder}
            leftSection={<Icon name="search" />}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          {mayWrite && (
            <>
              <Button variant="default" disabled={isBusy} onClick={() => void turn({ all: true }, true)}>
                {texts.turnAllOn}
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => void turn({ all: true }, false)}>
                {texts.turnAllOff}
              </Button>
            </>
          )}
        </div>
      )}
      {tools.length === 0 && <p className="dim">{texts.noTools}</p>}
      {tools.length > 0 && shown.length === 0 && <p className="dim">{common.noToolFits}</p>}
      {left_out > 0 && <p className="dim">{texts.leftOut(left_out)}</p>}
      <ul className={classes.tools}>
        {shown.map(({ name, tool, title, description, enabled }) => (
          <li key={name}>
            <Switch
              aria-label={texts.switchOf(title)}
              checked={enabled}
              disabled={!mayWrite || isBusy}
              onChange={() => void turn({ names: [name] }, !enabled)}
            />
            <div className="min-w-0">
              <strong className="medium">{title}</strong> <span className="mono dim">{tool}</span>
              {description !== '' && <p>{description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

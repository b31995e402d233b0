import type { ReactNode } from 'react';
import type { ToolUse } from '../api/chat.ts';
import { Icon } from '../look/icons.tsx';
import { Markdown } from '../look/markdown/markdown.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { chat as texts } from '../texts/chat.ts';
import { prettyJson } from './pretty-json.ts';
import classes from './tool-steps.module.css';

/** Shows more of a tool below its step, such as what it changed. */
export type RenderTool = (tool: ToolUse) => ReactNode;

interface ToolStepsProps {
  tools: readonly ToolUse[];
  /** Whether the answer is still made; otherwise a call without a result was broken off. */
  isOpen: boolean;
  renderTool?: RenderTool | undefined;
}

/** What an answer took: one folded line for each call of a tool, with what was said before it. */
export function ToolSteps({ tools, isOpen, renderTool }: ToolStepsProps) {
  if (tools.length === 0) return null;
  return (
    <ol className="column gap-4 mb-8">
      {tools.map((tool, index) => (
        // Call ids may repeat, and the list only grows.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          {tool.said.trim() !== '' && (
            <div className={classes.said}>
              <Markdown text={tool.said} />
            </div>
          )}
          <ToolStep tool={tool} isOpen={isOpen} />
          {renderTool?.(tool)}
        </li>
      ))}
    </ol>
  );
}

function ToolStep({ tool, isOpen }: { tool: ToolUse; isOpen: boolean }) {
  const isRunning = tool.output === null && isOpen;
  return (
    <details className={classes.step}>
      <summary>
        <Icon name="chevron-right" size={14} className={classes.chevron} />
        <StateMark
          state={isRunning ? 'running' : tool.failed || tool.output === null ? 'failed' : 'success'}
          size={14}
        />
        <span className="mono truncate">{tool.name}</span>
      </summary>
      <div className={classes.details}>
        <h4 className="tiny dim medium">{texts.toolInput}</h4>
        <Part label={texts.toolInput} text={prettyJson(tool.input_json)} />
        <h4 className="tiny dim medium">{texts.toolOutput}</h4>
        {tool.output === null ? (
          <p className="dim text-13">{texts.noOutput}</p>
        ) : (
          <Part label={texts.toolOutput} text={prettyJson(tool.output)} />
        )}
      </div>
    </details>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.part} aria-label={label} tabIndex={0}>
      <pre className="font-mono text-12 pre-wrap break-anywhere">{text}</pre>
    </section>
  );
}

/** What the catalog says about a type of step. */

import type { DescribedCatalog as Catalog } from '../../../../src/workflows/schemas.ts';
import { fieldLabel } from '../../forms/field-kind.ts';
import { paramsSchemaOf } from '../../forms/params-schema.ts';
import type { GraphNode } from '../../graph/definition.ts';
import { allOutputs } from '../../graph/outputs.ts';
import { CopyButton } from '../../look/copy-button.tsx';
import { sentence } from '../../look/sentence.ts';
import { outputShape } from '../../templates/shape.ts';
import * as texts from '../../texts/editor-panel.ts';
import classes from './step-panel.module.css';

export function DocsTab({ node, catalog }: { node: GraphNode; catalog: Catalog }) {
  const type = catalog.node_types.find(each => each.type === node.type);
  if (!type) return <p className="dim">{texts.serviceDoesNotKnow(node.type)}</p>;
  const tool = node.type === 'tool.call' ? catalog.tools.find(({ name }) => name === node.params?.tool) : undefined;
  const { properties = {}, required = [] } = paramsSchemaOf(node, catalog);
  const shape = outputShape(node, catalog);
  const fields = shape.kind === 'fields' ? Object.keys(shape.fields) : [];
  const example = `{{ steps.${node.id}.output${fields[0] === undefined ? '' : `.${fields[0]}`} }}`;
  const outputs = allOutputs(node, type).filter(output => output !== null);
  return (
    <div className="column gap-6">
      <p className="small">{type.description}</p>
      {tool && (
        <>
          <h3 className={classes.heading}>{tool.display_name}</h3>
          <p className="small">{tool.description}</p>
        </>
      )}
      {!type.terminal && (
        <>
          <h3 className={classes.heading}>{texts.laterSteps}</h3>
          <p className="row gap-6 break-anywhere">
            <code className="mono">{example}</code>
            <CopyButton text={example} label={texts.copyTheTemplate} />
          </p>
          {fields.length > 1 && (
            <p className="small">{sentence(texts.output, <span className="mono">{fields.join(', ')}</span>)}</p>
          )}
        </>
      )}
      {outputs.length > 0 && (
        <>
          <h3 className={classes.heading}>{texts.outputs}</h3>
          <p className="small">
            <span className="mono">{outputs.join(', ')}</span>
          </p>
        </>
      )}
      {Object.keys(properties).length > 0 && (
        <>
          <h3 className={classes.heading}>{texts.params}</h3>
          <dl className={classes.params}>
            {Object.entries(properties).map(([name, schema]) => (
              <div key={name}>
                <dt>
                  <span className="mono">{name}</span> <span className="dim">{fieldLabel(schema, name)}</span>
                  {required.includes(name) && <span className="dim"> · {texts.required}</span>}
                </dt>
                <dd className="dim">{schema.description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

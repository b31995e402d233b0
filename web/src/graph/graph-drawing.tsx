import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { readDefinition } from './definition.ts';
import { drawGraph, TILE } from './drawing.ts';
import classes from './graph-drawing.module.css';
import { indexNodeTypes } from './outputs.ts';
import { type Family, lookOfStep } from './step-look.ts';

/** A graph as a small drawing, in the colours of the canvas. It is decoration: the text beside it names the workflow. */
export function GraphDrawing({ definition: json }: { definition: unknown }) {
  const { data: catalog } = useQuery(catalogQuery);
  const drawing = useMemo(() => {
    if (!catalog) return undefined;
    const { definition } = readDefinition(json);
    const types = indexNodeTypes(catalog.node_types);
    const tools = new Map(catalog.tools.map(tool => [tool.name, tool]));
    const families = new Map<string, Family>(
      definition.nodes.map(node => {
        const tool = typeof node.params?.tool === 'string' ? tools.get(node.params.tool) : undefined;
        return [node.id, lookOfStep(node, types.get(node.type)?.category, tool).family];
      }),
    );
    return { ...drawGraph(definition, types), families };
  }, [catalog, json]);
  if (!drawing) return <span className={classes.place} />;
  const { width, height, tiles, lines, families } = drawing;
  return (
    <span className={classes.place}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        preserveAspectRatio="xMinYMid"
        aria-hidden="true"
        focusable="false"
      >
        <path className={classes.lines} d={lines.join('')} />
        {tiles.map(({ id, x, y }) => (
          <rect
            key={id}
            className={classes.tile}
            x={x}
            y={y}
            width={TILE}
            height={TILE}
            data-family={families.get(id)}
          />
        ))}
      </svg>
    </span>
  );
}

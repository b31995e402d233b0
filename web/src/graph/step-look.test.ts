import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { catalog, types } from '../../test/graph.ts';
import { LETTER_COLOURS, lookOfStep, lookOfTool } from './step-look.ts';

const FAMILIES = ['trigger', 'logic', 'data', 'ai', 'people', 'outside'] as const;

function look(type: string) {
  return lookOfStep({ type }, types.get(type)?.category, undefined);
}

describe('the look of a step', () => {
  it('has the family of its type', () => {
    const families = catalog.node_types.map(({ type }) => `${type} ${look(type).family}`);
    assert.deepEqual(
      families.filter(entry => !entry.startsWith('trigger.')),
      [
        'tool.call outside',
        'assistant.run ai',
        'workflow.run outside',
        'http.request outside',
        'notify people',
        'file.to_text data',
        'code data',
        'event.send outside',
        'message.send outside',
        'webhook.reply outside',
        'human.approval people',
        'wait logic',
        'condition logic',
        'switch logic',
        'ai.condition ai',
        'ai.choice ai',
        'loop logic',
        'repeat logic',
        'transform data',
        'output data',
      ],
    );
    assert.ok(families.filter(entry => entry.startsWith('trigger.')).every(entry => entry.endsWith(' trigger')));
    assert.deepEqual(look('unknown'), { family: 'outside', icon: 'circle-help' });
  });

  it('of a tool follows from the tool: most work on data, the others reach out', () => {
    assert.deepEqual(lookOfTool({ icon: 'table', category: 'Tables' }), { family: 'data', icon: 'table' });
    assert.deepEqual(lookOfTool({ icon: 'globe', category: 'Web' }), { family: 'outside', icon: 'globe' });
    assert.deepEqual(lookOfTool({ icon: 'toString', category: 'x' }), { family: 'outside', icon: 'wrench' });
    const unknown = catalog.tools.filter(tool => lookOfTool(tool).icon === 'wrench').map(({ name }) => name);
    assert.deepEqual(unknown, []);
  });

  it('of a connector has its first letter, always in the same colour', () => {
    const one = lookOfTool({ icon: 'plug', category: '(acme) Tickets' }).letter;
    assert.equal(one?.text, 'A');
    assert.deepEqual(lookOfTool({ icon: 'plug', category: '(acme) Tickets' }).letter, one);
    const colours = ['GitHub', 'Jira', 'Slack', 'Stripe', 'Notion'].map(
      category => lookOfTool({ icon: 'plug', category }).letter?.colour ?? -1,
    );
    assert.ok(new Set(colours).size >= 4, colours.join(' '));
    assert.ok(colours.every(colour => colour >= 0 && colour < LETTER_COLOURS));
    assert.equal(lookOfTool({ icon: 'plug', category: '!' }).letter?.text, '?');
  });
});

describe('the colours of tiles', () => {
  const css = readFileSync(path.join(import.meta.dirname, '..', 'look', 'theme.css'), 'utf8');
  const [, light = '', dark = ''] = /:root \{(.*?)\n\}.*?"dark"\] \{(.*?)\n\}/s.exec(css) ?? [];
  const colour = (block: string, name: string) => {
    const [, found] = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block) ?? [];
    assert.ok(found, name);
    return found;
  };

  for (const [scheme, block] of Object.entries({ light, dark })) {
    it(`can be read in the ${scheme} scheme`, () => {
      for (const family of FAMILIES) {
        const ratio = contrast(colour(block, `${family}-tint`), colour(block, `${family}-dye`));
        assert.ok(ratio >= 4.5, `${family}: ${ratio}`);
      }
    });
  }

  it('have letters that can be read', () => {
    for (let number = 0; number < LETTER_COLOURS; number++) {
      assert.ok(contrast('#ffffff', colour(light, `letter-${number}`)) >= 4.5, String(number));
    }
  });
});

/** The contrast of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

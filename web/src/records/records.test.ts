import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  chooseColumn,
  findColumns,
  NO_CHOICE,
  orderColumns,
  readChoice,
  shortValue,
  visibleColumns,
} from './columns.ts';
import { changeField, fitRow, newRow, operatorsOf, readRow, readRows, toRow, typesOf } from './filter-rows.ts';
import {
  addField,
  applyChanges,
  changeKind,
  changeMode,
  findChanges,
  findConflicts,
  hasChanges,
  readDraft,
  toFormDraft,
  toJsonDraft,
  toOfferedDraft,
} from './record-draft.ts';
import {
  changeSearch,
  type Filter,
  isFilter,
  OPERATORS,
  openCollection,
  readRecordsSearch,
  toggleSort,
  toParams,
} from './search.ts';
import { watching } from './watching.ts';

const KEY = '0199e0a4-5a3c-7f6e-8b1d-2c3d4e5f6a7b';

suite('the address of the page of records', () => {
  test('keeps what it knows and leaves out the rest', () => {
    const filters: Filter[] = [['data.total', '>', 5]];
    const raw = { collection: 'orders', filters, sort: 'data.total', order: 'descending', record: KEY, nonsense: 1 };
    assert.deepEqual(readRecordsSearch(raw), {
      collection: 'orders',
      filters,
      sort: 'data.total',
      order: 'descending',
      record: KEY,
    });
    assert.deepEqual(readRecordsSearch({ collection: 4711, record: 'new' }), { collection: '4711', record: 'new' });
    const odd = {
      collection: {},
      filters: [['x', '==', 1], ['data.a', '~', 1], ['data.', '==', 1], 'text'],
      sort: 'x',
    };
    assert.deepEqual(readRecordsSearch({ ...odd, order: 'descending', record: 'abc' }), {});
  });

  test('never fails, whatever somebody typed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('collection', 'filters', 'sort', 'order', 'record'), fc.jsonValue()),
        raw => {
          const read = readRecordsSearch(raw);
          assert.deepEqual(readRecordsSearch({ ...read }), read);
        },
      ),
    );
  });

  test('sorts upwards, then downwards, then as usual', () => {
    const up = toggleSort({ collection: 'a' }, 'created');
    const down = toggleSort(up, 'created');
    assert.deepEqual(toParams(up), { sort_key: 'created', sort_order: 1 });
    assert.deepEqual(toParams(down), { sort_key: 'created', sort_order: -1 });
    assert.deepEqual(toParams(toggleSort(down, 'created')), {});
    assert.deepEqual(toggleSort(down, 'data.a'), { collection: 'a', sort: 'data.a' });
  });

  test('forgets filters and order with the collection', () => {
    assert.deepEqual(openCollection('b'), { collection: 'b' });
    assert.deepEqual(changeSearch({ collection: 'a', sort: 'key' }, { sort: undefined }), { collection: 'a' });
  });
});

suite('columns', () => {
  test('are found in the data, in their order, nested ones last', () => {
    const records = [{ data: { a: null, b: { c: 1 } } }, { data: { d: 'x', a: 1 } }, { data: { a: 'later' } }];
    assert.deepEqual(findColumns(records), [
      { name: 'a', kind: 'number' },
      { name: 'd', kind: 'text' },
      { name: 'b', kind: 'json' },
    ]);
  });

  test('are shown unless they are hidden or too many, and stay as they were chosen', () => {
    const columns = Array.from({ length: 12 }, (_, index) => ({ name: `c${index}`, kind: 'text' as const }));
    const names = (choice = NO_CHOICE) => visibleColumns(columns, choice).map(({ name }) => name);
    assert.equal(names().length, 8);
    const hidden = chooseColumn(NO_CHOICE, 'c0', false);
    const chosen = chooseColumn(hidden, 'c11', true);
    assert.deepEqual(names(chosen), ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c11']);
    assert.deepEqual(names(chooseColumn(chosen, 'c0', true)).slice(0, 2), ['c0', 'c1']);
    assert.deepEqual(readChoice(JSON.parse(JSON.stringify(chosen))), chosen);
    assert.deepEqual(readChoice({ shown: 'x' }), NO_CHOICE);
  });

  test('come in the order of the file that they were imported from, and the others after them', () => {
    const columns = findColumns([{ data: { id: 1, name: 'x', total: 5, lines: [] } }]);
    const names = (order: readonly string[]) => orderColumns(columns, order).map(({ name }) => name);
    assert.deepEqual(names(['total', 'lines', 'gone', 'name']), ['total', 'lines', 'name', 'id']);
    assert.deepEqual(names([]), ['id', 'name', 'total', 'lines']);
  });

  test('show a short line for any value', () => {
    assert.equal(shortValue(undefined), '');
    assert.equal(shortValue(null), 'null');
    assert.equal(shortValue('a\nb'), 'a b');
    assert.equal(shortValue([1, 'b', { c: 1 }, [2]]), '[1, b, {…}, […]]');
    assert.equal(shortValue({ a: 1, b: [1] }), '{a: 1, b: […]}');
    fc.assert(fc.property(fc.jsonValue(), value => assert.ok(shortValue(value).length <= 170)));
    assert.equal(shortValue('x'.repeat(10_000)).length, 161);
  });
});

suite('the filter builder', () => {
  const columns = findColumns([{ data: { total: 5, paid: true, name: 'x' } }]);

  test('begins with what fits the column', () => {
    assert.deepEqual(newRow('data.total', columns), { field: 'data.total', operator: '==', type: 'number', text: '' });
    assert.equal(newRow('data.paid', columns).type, 'boolean');
    assert.equal(newRow('data.unknown', columns).type, 'text');
    assert.deepEqual(newRow('created', columns), { field: 'created', operator: '>=', type: 'time', text: '' });
    const contains = { ...newRow('data.name', columns), operator: 'contains' as const };
    assert.deepEqual(changeField(contains, 'key', columns), { field: 'key', operator: '==', type: 'key', text: '' });
  });

  test('writes every operator that the API has for a field, and reads it back', () => {
    const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
    const filters = fc
      .record({
        field: fc.constantFrom('data.a', 'data.a.b', 'data.total'),
        operator: fc.constantFrom(...OPERATORS),
        value: values,
        list: fc.array(
          fc.oneof(
            fc.string({ minLength: 1 }).filter(text => text.trim() === text),
            fc.integer(),
          ),
          { minLength: 1 },
        ),
      })
      .map(({ field, operator, value, list }): Filter => {
        const isList = operator === 'in' || operator === 'not_in';
        return [field, operator, isList ? list : JSON.parse(JSON.stringify(value))];
      });
    fc.assert(
      fc.property(filters, filter => {
        assert.ok(isFilter(filter));
        assert.deepEqual(readRow(toRow(filter)), { value: filter });
      }),
    );
  });

  test('reads times and keys as the API has them', () => {
    const time = Date.UTC(2026, 10, 16, 12, 30, 15);
    const filter: Filter = ['created', '>=', time];
    assert.deepEqual(readRow(toRow(filter)), { value: filter });
    const keys: Filter = ['key', 'in', [KEY]];
    assert.deepEqual(readRow(toRow(keys)), { value: keys });
  });

  test('says what is missing in a row, and writes the others', () => {
    const rows = [
      { ...newRow('data.total', columns), text: 'many' },
      { ...newRow('data.name', columns), text: 'Ada' },
      { ...newRow('x', columns), text: '' },
      { ...newRow('data.paid', columns), text: '' },
      { ...newRow('key', columns), text: '12' },
      fitRow({ ...newRow('data.name', columns), operator: 'in' }),
    ];
    assert.deepEqual(readRows(rows), {
      filters: [['data.name', '==', 'Ada']],
      problems: [
        'Enter a number',
        undefined,
        'Choose a field: key, created, updated, or data.<name>',
        'Choose true or false',
        'Enter the whole key of a record',
        'Enter at least one value, each in its own line',
      ],
    });
  });

  test('offers only what the API accepts', () => {
    assert.deepEqual(operatorsOf('key'), ['==', '!=', 'in', 'not_in']);
    assert.equal(operatorsOf('created').includes('regex'), false);
    assert.deepEqual(operatorsOf('data.a'), OPERATORS);
    assert.deepEqual(typesOf('data.a', 'regex'), ['text']);
    assert.deepEqual(typesOf('data.a', '<'), ['text', 'number']);
  });
});

suite('a record that is edited', () => {
  const objects = fc.dictionary(
    fc.string({ minLength: 1 }).filter(name => name !== '__proto__'),
    fc.jsonValue().map(value => JSON.parse(JSON.stringify(value))),
  );

  test('stays the same when nothing is changed, as a form and as JSON', () => {
    fc.assert(
      fc.property(objects, data => {
        for (const draft of [toFormDraft(data), toJsonDraft(data), changeMode(toFormDraft(data), 'json')]) {
          const read = readDraft(draft);
          assert.ok('data' in read);
          assert.equal(hasChanges(findChanges(data, read.data)), false);
        }
      }),
    );
  });

  test('is saved with exactly what differs', () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        const changes = findChanges(before, after);
        assert.equal(hasChanges(findChanges(after, applyChanges(before, changes))), false);
        assert.equal(hasChanges(findChanges(applyChanges(before, changes), after)), false);
      }),
    );
    const changes = findChanges({ a: 1, b: { x: 1, y: 2 }, c: 3 }, { a: 1, b: { y: 2, x: 1 }, d: null });
    assert.deepEqual(changes, { set: { d: null }, remove: ['c'] });
  });

  test('says which field is wrong, and keeps what was typed', () => {
    const draft = toFormDraft({ n: 1, list: [] });
    assert.ok(draft.mode === 'form');
    const fields = draft.fields.map(field => ({ ...field, text: 'x' }));
    const read = readDraft({ mode: 'form', fields: addField(fields, 'n', 'text') });
    assert.ok('problems' in read);
    assert.deepEqual([...read.problems.fields.keys()], [0, 1, 2]);
    assert.equal(changeMode({ mode: 'form', fields }, 'json').mode, 'form');
    const list = readDraft({ mode: 'json', text: '[]' });
    assert.deepEqual(list, { problems: { fields: new Map(), json: 'The data of a record is a JSON object' } });
  });

  test('has the fields of the others when it is new, and only those that somebody fills in', () => {
    const draft = toOfferedDraft(findColumns([{ data: { n: 1, list: [], paid: true, nothing: null } }]));
    assert.ok(draft.mode === 'form');
    assert.deepEqual(readDraft(draft), { data: {} });
    const fields = draft.fields.map(field => (field.name === 'n' ? { ...field, text: '2' } : field));
    assert.deepEqual(readDraft({ mode: 'form', fields }), { data: { n: 2 } });
  });

  test('keeps values when the type of a field changes', () => {
    const field = { id: 0, name: 'a', kind: 'number' as const, text: '12' };
    assert.equal(changeKind(field, 'text').text, '12');
    assert.equal(changeKind(field, 'json').text, '12');
    assert.equal(changeKind({ ...field, kind: 'text', text: 'a"b' }, 'json').text, '"a\\"b"');
    assert.equal(changeKind({ ...field, kind: 'text', text: 'true' }, 'boolean').text, 'true');
  });

  test('shows what somebody else changed meanwhile', () => {
    const base = { a: 1, b: 1, c: 1 };
    const mine = findChanges(base, { a: 2, b: 1, c: 1 });
    assert.deepEqual(findConflicts(base, { a: 3, c: 1, d: 1 }, mine), [
      { name: 'a', isMine: true },
      { name: 'd', isMine: false },
      { name: 'b', isMine: false },
    ]);
  });
});

suite('the workflows that watch a record', () => {
  test('are those whose trigger names its collection, or all', () => {
    const common = { name: 'w', active: true, node_id: 'n', folder: null, events: ['created'] };
    const trigger = (
      id: string,
      collection: string | null,
      type: 'trigger.booster_record' | 'trigger.booster_file',
    ) => ({
      ...common,
      id,
      collection,
      type,
    });
    const workflows = [
      trigger('1', 'orders', 'trigger.booster_record'),
      trigger('2', '*', 'trigger.booster_record'),
      trigger('3', 'others', 'trigger.booster_record'),
      trigger('4', null, 'trigger.booster_file'),
    ];
    assert.deepEqual(
      watching(workflows, 'orders').map(({ id }) => id),
      ['1', '2'],
    );
  });
});

import { expect, test } from 'vitest';
import { IDENTIFIER_LENGTH } from '../../limits';
import { SessionOptions } from './sessionOptions';

const mode = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code', description: 'Edits' },
  ],
};
const grouped = {
  id: 'llm',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'big',
  options: [{ group: 'g', name: 'Group', options: [{ value: 'big', name: 'Big' }] }],
};
const fast = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false };
const modes = {
  currentModeId: 'ask',
  availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'code', name: 'Code' }, { name: 'no id' }],
};
const models = {
  currentModelId: 'm2',
  availableModels: [{ modelId: 'm1', name: 'One' }, { modelId: 'm2' }],
};

const asMode = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  value: 'ask',
  groups: [
    {
      name: null,
      choices: [
        { value: 'ask', name: 'Ask' },
        { value: 'code', name: 'Code', description: 'Edits' },
      ],
    },
  ],
};
const asGrouped = {
  id: 'llm',
  name: 'Model',
  category: 'model',
  type: 'select',
  value: 'big',
  groups: [{ name: 'Group', choices: [{ value: 'big', name: 'Big' }] }],
};
const asFast = { id: 'fast', name: 'Fast', type: 'boolean', value: false };
const asModel = {
  id: 'model',
  name: 'Model',
  category: 'model',
  type: 'select',
  value: 'm2',
  groups: [
    {
      name: null,
      choices: [
        { value: 'm1', name: 'One' },
        { value: 'm2', name: 'm2' },
      ],
    },
  ],
};

test('options replace modes and models where they contain them', () => {
  expect(
    new SessionOptions().open({ configOptions: [mode, grouped, fast], modes, models }),
  ).toEqual([{ type: 'options.updated', options: [asMode, asGrouped, asFast] }]);
});

test('a value that is too long to keep cannot be chosen', () => {
  const value = 'x'.repeat(IDENTIFIER_LENGTH + 1);
  const options = [{ value }, { value: '' }];
  const offered = [
    { ...mode, currentValue: '', options },
    { ...mode, id: 'long', currentValue: value },
  ];
  expect(new SessionOptions().open({ configOptions: offered })).toMatchObject([
    { options: [{ id: 'mode', value: '', groups: [{ choices: [{ value: '' }] }] }] },
  ]);
});

test('modes and models are kept where options do not contain them', () => {
  expect(new SessionOptions().open({ configOptions: [fast], modes, models })).toEqual([
    {
      type: 'modes.updated',
      available: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
      current: 'ask',
    },
    { type: 'options.updated', options: [asFast, asModel] },
  ]);
});

test('an agent without settings gives no events', () => {
  expect(new SessionOptions().open({})).toEqual([]);
  expect(new SessionOptions().open({ modes: null, configOptions: null, models: null })).toEqual([]);
});

test('a list replaces the one before, unless it contains only the changed option', () => {
  const options = new SessionOptions();
  options.open({ configOptions: [mode, fast] });
  expect(options.configure([{ ...fast, currentValue: true }])).toEqual({
    type: 'options.updated',
    options: [asMode, { ...asFast, value: true }],
  });
  expect(options.configure([grouped, mode])).toEqual({
    type: 'options.updated',
    options: [asGrouped, asMode],
  });
  expect(options.configure([])).toEqual({ type: 'options.updated', options: [] });
  expect(options.configure('no list')).toBeNull();
});

test('malformed options are left out', () => {
  const broken = [{ ...mode, currentValue: 1 }, { ...fast, currentValue: 'no' }, { id: 7 }, null];
  expect(new SessionOptions().configure([...broken, { id: 'x', type: 'slider' }, fast])).toEqual({
    type: 'options.updated',
    options: [asFast],
  });
});

test('a change of mode updates the option that contains the mode', () => {
  const options = new SessionOptions();
  options.open({ configOptions: [mode] });
  expect(options.changeMode('code')).toEqual({
    type: 'options.updated',
    options: [{ ...asMode, value: 'code' }],
  });
  expect(new SessionOptions().changeMode('code')).toEqual({
    type: 'mode.changed',
    current: 'code',
  });
});

test('an older agent’s model is set by its own request, and survives other changes', () => {
  const options = new SessionOptions();
  options.open({ configOptions: [fast], models });
  expect(options.routeOf('model')).toBe('legacy-model');
  expect(options.routeOf('fast')).toBe('config');
  options.choose('model', 'm1');
  expect(options.configure([{ ...fast, currentValue: true }])).toEqual({
    type: 'options.updated',
    options: [
      { ...asFast, value: true },
      { ...asModel, value: 'm1' },
    ],
  });
});

test('an older agent that changes its model, or names models in another way, is understood', () => {
  const options = new SessionOptions();
  const availableModels = [{ id: 'm1', name: 'One' }, { id: 'm2' }];
  options.open({ models: { currentModelId: 'm2', availableModels } });
  expect(options.changeModel('m1')).toEqual({
    type: 'options.updated',
    options: [{ ...asModel, value: 'm1' }],
  });
  const configured = new SessionOptions();
  configured.open({ configOptions: [grouped] });
  expect(configured.changeModel('big')).toEqual({
    type: 'options.updated',
    options: [asGrouped],
  });
});

test('what is offered twice is one option, and modes that are an option, too, are one', () => {
  const options = new SessionOptions();
  const select = (id: string, values: readonly string[], more = {}) => ({
    id,
    name: id,
    type: 'select',
    currentValue: values[0],
    options: values.map((value) => ({ value, name: value })),
    ...more,
  });
  const twice = [select('effort', ['low']), select('effort', ['low', 'high'])];
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'code' }] };
  const events = options.open({
    modes,
    configOptions: [...twice, select('approvals', ['code', 'ask'])],
  });
  expect(events).toMatchObject([
    { type: 'options.updated', options: [{ id: 'effort', groups: [{ choices: [{}, {}] }] }, {}] },
  ]);
});

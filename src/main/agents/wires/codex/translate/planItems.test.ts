import { describe, expect, test } from 'vitest';
import { heard, translator } from '#test/support/codexMessages';

describe('plans', () => {
  test('consist of steps', () => {
    const plan = [
      { step: 'one', status: 'completed' },
      { step: 'two', status: 'inProgress' },
      { step: 'three', status: 'pending' },
      { status: 'pending' },
    ];
    const item = { priority: 'medium' };
    expect(heard(['turn/plan/updated', { plan, explanation: null }])).toEqual([
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { ...item, content: 'one', status: 'completed' },
            { ...item, content: 'two', status: 'in_progress' },
            { ...item, content: 'three', status: 'pending' },
          ],
        },
      },
    ]);
  });

  test('that are streamed are updated now and then, and at the end', () => {
    const made = translator();
    const piece = 'x'.repeat(50);
    let told = 0;
    for (let index = 0; index < 200; index++) {
      told += made.translate('item/plan/delta', { itemId: 'p', delta: piece }).length;
    }
    expect(told).toBeGreaterThan(2);
    // Each event repeats the whole plan, so there may only be few of them.
    expect(told).toBeLessThan(20);
    expect(
      made.translate('item/completed', { item: { type: 'plan', id: 'p', text: 'All' } }),
    ).toEqual([{ type: 'plan.updated', planId: 'p', body: { type: 'markdown', text: 'All' } }]);
  });
});

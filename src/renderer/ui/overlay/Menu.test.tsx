import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Menu } from './Menu';

it.each([true, false])('asks when it opens whether an item is disabled: %s', async (isDisabled) => {
  let now = !isDisabled;
  const user = userEvent.setup();
  render(
    <Menu
      trigger={<button type="button">More</button>}
      items={[{ kind: 'action', id: 'a', label: 'Run', disabled: () => now, run: () => undefined }]}
    />,
  );
  now = isDisabled;
  await user.click(screen.getByRole('button', { name: 'More' }));
  const item = await screen.findByRole('menuitem', { name: 'Run' });
  expect(item.getAttribute('aria-disabled') === 'true').toBe(isDisabled);
});

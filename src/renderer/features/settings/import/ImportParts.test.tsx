import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { IMPORT_CHARACTERS } from '#shared/ipc/agents';
import { ImportPart } from './ImportParts';

it('says that a pasted text is too long, and reads none of it', async () => {
  const find = vi.fn(async () => ({ items: [], problems: [] }));
  render(<ImportPart what="servers" hint="" example="{}" find={find} row={() => null} />);
  const value = 'x'.repeat(IMPORT_CHARACTERS + 1);
  fireEvent.change(screen.getByLabelText('Paste servers as JSON'), { target: { value } });
  expect(await screen.findByText(/This text is too long/)).toBeTruthy();
  expect(find.mock.calls).toEqual([[null]]);
});

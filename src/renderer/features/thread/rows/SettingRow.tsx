import { SlidersHorizontal } from 'lucide-react';
import type { SettingEntry } from '#shared/session/entries';
import { visibleLine } from '../../../ui/visibleText';
import { Note } from './Note';

/** From here on the agent works in another mode, or with another model. */
export function SettingRow({ entry }: { readonly entry: SettingEntry }) {
  const { label, from, to } = entry;
  const text = `${label}: ${to} (was ${from})`;
  return <Note icon={SlidersHorizontal} tone="quiet" title={visibleLine(text)} />;
}

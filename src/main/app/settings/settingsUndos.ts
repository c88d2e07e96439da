import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '#shared/errors';
import type { SettingsPath, SettingsUndo } from '#shared/settings';
import { putSettings, settingIn } from './settingsUpdate';

/**
 * The number of changes that can be undone: a notice with “Undo” disappears long before this many
 * others appear.
 */
const CHANGES_KEPT = 20;

interface WrittenChange {
  readonly before: string;
  readonly after: string;
  readonly paths: readonly SettingsPath[];
}

/** The last changes to settings.json, so that each can be undone on its own. */
export class SettingsUndos {
  private readonly written = new Map<SettingsUndo, WrittenChange>();
  private count = 0;

  add(change: WrittenChange): SettingsUndo {
    const id = this.count++;
    this.written.set(id, change);
    this.written.delete(id - CHANGES_KEPT);
    return id;
  }

  delete(id: SettingsUndo): void {
    this.written.delete(id);
  }

  /**
   * Undoes the change exactly while the file is as the change left it. Later it restores only the
   * values, unless they have changed again.
   */
  undo(id: SettingsUndo, text: string): Result<string> {
    const change = this.written.get(id);
    if (!change) return fail('not-found', 'This change can no longer be undone.');
    if (text === change.after) return ok(change.before);
    const { before, after, paths } = change;
    const moved = paths.find(
      (path) => !isDeepStrictEqual(settingIn(text, path), settingIn(after, path)),
    );
    if (moved) return fail('conflict', `"${moved.join('.')}" has been changed again since.`);
    return putSettings(
      text,
      paths.map((path) => ({ path, value: settingIn(before, path) })),
    );
  }
}

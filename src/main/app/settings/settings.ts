import { isDeepStrictEqual } from 'node:util';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { Logger } from '#main/base/log/logger';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { fail, ok, type Result } from '#shared/errors';
import {
  defaultSettings,
  type SettingChange,
  type Settings,
  type SettingsProblem,
  type SettingsUndo,
} from '#shared/settings';
import { explainWrite, SettingsFile } from './settingsFile';
import { readSettings, type SettingsReading } from './settingsReading';
import { SettingsUndos } from './settingsUndos';
import { refusal, updateSettings } from './settingsUpdate';

/** New values, new problems, or both. */
export interface SettingsChange {
  readonly previous: Settings;
  readonly value: Settings;
  readonly problems: readonly SettingsProblem[];
}

/**
 * settings.json, which belongs to the user. It is read live, changed key by key, and never
 * overwritten while it has an error. Until such an error is fixed, the last valid values stay in
 * use.
 */
export class SettingsStore extends DisposableOwner {
  private readonly changed = this.register(new Emitter<SettingsChange>());
  private readonly queue = this.register(new Queue());
  private readonly undos = new SettingsUndos();
  private current: Settings = defaultSettings;
  private currentProblems: readonly SettingsProblem[] = [];

  readonly onDidChange = this.changed.event;

  private constructor(
    private readonly file: SettingsFile,
    private readonly logger: Logger,
  ) {
    super();
    this.register(file);
    this.register(file.onDidTouch(() => void this.reload().catch(onUnexpectedError)));
  }

  /** Opens the settings. A missing file is created only with the first update. */
  static async open(path: string, logger: Logger): Promise<SettingsStore> {
    const scoped = logger.child('settings');
    const store = new SettingsStore(new SettingsFile(path, scoped), scoped);
    await store.reload();
    return store;
  }

  get value(): Settings {
    return this.current;
  }

  get problems(): readonly SettingsProblem[] {
    return this.currentProblems;
  }

  /**
   * Writes all of the changes at once, or none. They are in effect when it returns. Null if the
   * file already had these values.
   */
  update(changes: readonly SettingChange[]): Promise<Result<SettingsUndo | null>> {
    return this.rewrite(
      (text) => updateSettings(text, changes),
      (before, after) =>
        before === after
          ? null
          : this.undos.add({ before, after, paths: changes.map(({ path }) => path) }),
    );
  }

  async undo(id: SettingsUndo): Promise<Result<void>> {
    return this.rewrite(
      (text) => this.undos.undo(id, text),
      () => this.undos.delete(id),
    );
  }

  /** Resolves when the file's current values are in effect and no work is left. */
  async drain(): Promise<void> {
    if (!this.isDisposed) await this.reload();
    await this.queue.drain();
  }

  private reload(): Promise<void> {
    return this.queue.run(async () => {
      await this.load();
    });
  }

  private async load(): Promise<Result<string>> {
    const content = await this.file.read();
    const reading: SettingsReading = content.ok
      ? readSettings(content.text)
      : { ok: false, problems: [content.problem] };
    this.accept(reading);
    return content.ok ? ok(content.text) : fail('refused', refusal(content.problem));
  }

  private async rewrite<T>(
    edit: (text: string) => Result<string>,
    done: (before: string, after: string) => T,
  ): Promise<Result<T>> {
    if (this.isDisposed) return fail('unavailable', 'Settings are closed.');
    return this.queue.run(async () => {
      // The file may have been edited since it was last read.
      const before = await this.load();
      if (!before.ok) return before;
      const after = edit(before.value);
      if (!after.ok) return after;
      if (after.value !== before.value) {
        const written = await this.write(after.value);
        if (!written.ok) return written;
      }
      return ok(done(before.value, after.value));
    });
  }

  private async write(text: string): Promise<Result<void>> {
    try {
      await this.file.write(text);
    } catch (error) {
      this.logger.error('settings.json could not be written', { error });
      return fail('io', explainWrite(this.file.path, error), (error as Error).message);
    }
    this.accept(readSettings(text));
    return ok();
  }

  private accept(reading: SettingsReading): void {
    if (this.isDisposed) return;
    const { problems } = reading;
    const previous = this.current;
    const value = reading.ok ? reading.value : previous;
    const areProblemsNew = !isDeepStrictEqual(problems, this.currentProblems);
    if (!areProblemsNew && isDeepStrictEqual(value, previous)) return;
    this.current = value;
    this.currentProblems = problems;
    if (areProblemsNew && problems.length > 0) {
      this.logger.warn('settings.json has problems', { problems });
    }
    this.changed.fire({ previous, value, problems });
  }
}

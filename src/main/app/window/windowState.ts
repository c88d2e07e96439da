import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';

const schema = z.object({
  position: z.object({ x: z.int(), y: z.int() }).nullable(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
  maximized: z.boolean(),
});

export type WindowState = z.infer<typeof schema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const initialState: WindowState = {
  position: null,
  width: 1440,
  height: 900,
  maximized: false,
};

/** The last position of the window. A lost or damaged file costs the user only that position. */
export class WindowStateFile {
  private readonly file: KeptFile<WindowState>;
  private saved = '';

  constructor(path: string, onProblem: ReportProblem) {
    const parse = (value: unknown) => schema.safeParse(value).data ?? null;
    this.file = new KeptFile({ path, version: 1, parse, onProblem, isDerived: true });
  }

  async read(): Promise<WindowState> {
    const kept = await this.file.read();
    return kept.type === 'found' ? kept.value : initialState;
  }

  /**
   * Saves the state. Unchanged state is not written again, because the app may end during the
   * write.
   */
  async save(state: WindowState): Promise<void> {
    const text = JSON.stringify(state);
    if (text === this.saved) return;
    await this.file.write(() => text);
    this.saved = text;
  }
}

/** How much of a window must be on a display for its title bar to be reachable. */
const REACHABLE = 100;

/** Drops a position that is no longer on any display, and fits the size to the display. */
export function fitToDisplays(state: WindowState, displays: readonly Area[]): WindowState {
  const { position } = state;
  const home = position && displays.find((area) => isReachable(position, area));
  const display = home ?? displays[0];
  return {
    position: home ? position : null,
    width: Math.min(state.width, display?.width ?? state.width),
    height: Math.min(state.height, display?.height ?? state.height),
    maximized: state.maximized,
  };
}

function isReachable({ x, y }: { x: number; y: number }, area: Area): boolean {
  return (
    x >= area.x &&
    x < area.x + area.width - REACHABLE &&
    y >= area.y &&
    y < area.y + area.height - REACHABLE
  );
}

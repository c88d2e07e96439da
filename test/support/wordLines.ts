import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Every line that a test writes has a unique word, so that the line's fate can be checked. */
const WORD = /[A-Za-z]\d*-\d+!/g;

export function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Random edits of the files of a folder, in lines with a unique word each. */
export class WordLines {
  private ids = 0;

  constructor(
    readonly root: string,
    /** Precedes the number of each word. */
    private readonly sign: string,
    private readonly below: (count: number) => number,
    private readonly note: (line: string) => void,
  ) {}

  get paths(): readonly string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(this.root.length + 1))
      .sort();
  }

  /** The words of each file. */
  get words(): ReadonlyMap<string, readonly string[]> {
    return new Map(this.paths.map((path) => [path, wordsIn(this.read(path))]));
  }

  text(eol: string): string {
    const lines = Array.from({ length: 4 + this.below(10) }, () => this.line(''));
    return lines.join(eol) + (this.below(4) === 0 ? '' : eol);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  work(): void {
    for (let left = 1 + this.below(4); left > 0; left--) {
      if (this.below(5) > 0) this.edit();
      else this.rearrange();
    }
  }

  line(eol: string): string {
    return `${this.sign}-${++this.ids}!${eol}`;
  }

  private pick(): string | undefined {
    const { paths } = this;
    return paths[this.below(paths.length)];
  }

  private edit(): void {
    const path = this.pick();
    if (path === undefined) return;
    const text = this.read(path);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const at = this.below(lines.length + 1);
    const count = Math.min(this.below(3), lines.length - at);
    const added = Array.from({ length: this.below(count === 0 ? 2 : 3) + (count === 0 ? 1 : 0) });
    const before = lines[at - 1];
    if (added.length > 0 && before !== undefined && !before.endsWith('\n')) {
      lines[at - 1] = before + eol;
    }
    lines.splice(at, count, ...added.map(() => this.line(eol)));
    this.note(`${this.sign} ${path}:${at} -${count} +${added.length}`);
    writeFileSync(join(this.root, path), lines.join(''));
  }

  private rearrange(): void {
    const name = `${['', 'd/', 'new/'][this.below(3)]}${this.sign}${++this.ids}.txt`;
    const kind = this.below(4);
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    if (kind === 0) {
      this.note(`${this.sign} makes ${name}`);
      writeFileSync(join(this.root, name), this.text('\n'));
      return;
    }
    const path = this.pick();
    if (path === undefined) return;
    const file = join(this.root, path);
    if (kind === 1) {
      this.note(`${this.sign} moves ${path} to ${name}`);
      renameSync(file, join(this.root, name));
    } else if (kind === 2) {
      this.note(`${this.sign} removes ${path}`);
      rmSync(file);
    } else {
      this.note(`${this.sign} changes the mode of ${path}`);
      chmodSync(file, lstatSync(file).mode & 0o100 ? 0o644 : 0o755);
    }
  }
}

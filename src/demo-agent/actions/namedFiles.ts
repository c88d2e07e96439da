import { inlineCode } from '#shared/text/markdownText';
import { compileGlobs } from '../files/glob';
import type { ListedFile } from '../files/listing';
import { editDistance } from '../parse/suggest';
import type { Turn } from '../turn/turn';

/** The files that a request is about: those it names, or else those of the current scope. */
export async function filesOf(
  turn: Turn,
  globs: readonly string[],
): Promise<readonly ListedFile[]> {
  const { files } = await turn.listFiles();
  const { scope } = turn.settings();
  const wanted = globs.length > 0 ? globs : scope === 'all' ? [] : [`${scope}/`];
  const inProject = compileGlobs(wanted);
  return files.filter((file) => inProject(file.relative) || globs.includes(file.absolute));
}

/** Says that a path does not exist, and suggests a similar one. */
export async function explainMissing(turn: Turn, path: string): Promise<string> {
  const { files } = await turn.listFiles();
  const wanted = path.toLowerCase();
  const wantedName = baseName(wanted);
  let best: { name: string; distance: number } | undefined;
  for (const { name } of files) {
    const candidate = name.toLowerCase();
    const distance = baseName(candidate) === wantedName ? 0 : boundedDistance(candidate, wanted);
    if (distance <= 3 && (!best || distance < best.distance)) best = { name, distance };
  }
  const hint = best ? ` Did you mean ${inlineCode(best.name)}?` : '';
  return `There is no ${inlineCode(path)} here.${hint}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function boundedDistance(a: string, b: string): number {
  return Math.abs(a.length - b.length) > 3 ? Number.POSITIVE_INFINITY : editDistance(a, b);
}

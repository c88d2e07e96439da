import { assessPath } from '#shared/airlock/policy';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { ToolEntry } from '#shared/session/entries';
import { toolContentKind } from '#shared/session/kinds/toolContentKinds';

export interface RequestRisk {
  readonly path: string;
  readonly reason: string;
}

const WRITES: ReadonlySet<ToolEntry['toolKind']> = new Set(['edit', 'delete', 'move']);

/**
 * Pure: the highest risk of the files that a request says it writes. Null if all are ordinary, or
 * if it names none. Paths are judged relative to the agent's folder.
 */
export function requestRisk(
  { content, locations, toolKind }: Pick<ToolEntry, 'content' | 'locations' | 'toolKind'>,
  cwd: string,
  selfArming?: SelfArmingTest,
): RequestRisk | null {
  const edited = content.flatMap((one) => toolContentKind(one)?.writes?.(one) ?? []);
  const named = WRITES.has(toolKind) ? locations.map(({ path }) => path) : [];
  for (const path of new Set([...edited, ...named])) {
    const reason = riskOf(path, cwd, selfArming);
    if (reason !== null) return { path, reason };
  }
  return null;
}

function riskOf(path: string, cwd: string, selfArming?: SelfArmingTest): string | null {
  const plain = path.replaceAll('\\', '/');
  const root = cwd.replaceAll('\\', '/').replace(/\/+$/, '');
  const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(plain);
  if (isAbsolute && !plain.startsWith(`${root}/`)) {
    return 'It is outside the folder that the agent works in.';
  }
  const below = isAbsolute ? plain.slice(root.length + 1) : plain.replace(/^(?:\.\/)+/, '');
  const risk = assessPath(below, selfArming);
  return risk.type === 'ordinary' ? null : risk.reason;
}

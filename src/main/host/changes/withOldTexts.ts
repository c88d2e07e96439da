import type { PermissionAsk } from '#main/agents/connection';
import { FILE_READ_LIMIT, REVIEWED_FILES } from '#main/host/limits';
import type { Result } from '#shared/errors';
import type { ToolContent } from '#shared/session/content';

type Diff = Extract<ToolContent, { type: 'diff' }>;

/**
 * Adds the old texts of the files to a request if the agent does not send them. Without them, a
 * write to an existing file would look like a new file. Null if there is nothing to look up.
 */
export function withOldTexts(
  ask: PermissionAsk,
  folder: string,
  read: (path: string) => Promise<Result<string>>,
): (() => Promise<readonly ToolContent[]>) | null {
  const content = ask.tool.content ?? [];
  const isUntold = (part: ToolContent): part is Diff =>
    part.type === 'diff' && part.before === null && part.path.startsWith(`${folder}/`);
  const paths = new Set(content.filter(isUntold).map(({ path }) => path));
  if (paths.size === 0 || paths.size > REVIEWED_FILES) return null;
  return async () => {
    const texts = new Map<string, string>();
    let left = FILE_READ_LIMIT;
    for (const path of paths) {
      const text = await read(path);
      if (!text.ok || text.value.length > left) continue;
      left -= text.value.length;
      texts.set(path, text.value);
    }
    return content.map((part) =>
      isUntold(part) ? { ...part, before: texts.get(part.path) ?? null } : part,
    );
  };
}

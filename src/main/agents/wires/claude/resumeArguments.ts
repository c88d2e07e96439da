const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isConversationId(id: string): boolean {
  return uuid.test(id);
}

/**
 * The arguments that make the new process resume this conversation; null for an id that Claude Code
 * cannot have. Agents choose ids, so nothing else may become an argument.
 */
export function resumeArguments(agentSessionId: string): readonly string[] | null {
  return isConversationId(agentSessionId) ? ['--resume', agentSessionId] : null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isConversationId(id: string): boolean {
  return uuid.test(id);
}

/**
 * What to add to the command so that the new process holds this conversation; null when it is none
 * that Claude Code could take up. Ids come from agents, so that nothing else may become an argument.
 */
export function resumeArguments(agentSessionId: string): readonly string[] | null {
  return isConversationId(agentSessionId) ? ['--resume', agentSessionId] : null;
}

export const toolSteps = {
  tool: (scene, fields) => scene.update({ sessionUpdate: 'tool_call', ...toolFields(fields) }),
  toolUpdate: (scene, fields) =>
    scene.update({ sessionUpdate: 'tool_call_update', ...toolFields(fields) }),

  diff(scene, { path, before, after, id, title, status = 'completed' }) {
    const absolute = scene.path(path);
    return scene.update({
      sessionUpdate: 'tool_call',
      toolCallId: id ?? `diff-${path}`,
      title: title ?? `Edit ${path}`,
      kind: 'edit',
      status,
      content: [{ type: 'diff', path: absolute, oldText: before, newText: after }],
      locations: [{ path: absolute }],
    });
  },

  async agentTerminal(scene, { id, terminalId, command, output, exitCode = 0 }) {
    const update = (fields) =>
      scene.update({ sessionUpdate: 'tool_call_update', toolCallId: id, ...fields });
    await scene.update({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: command,
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command },
      content: [{ type: 'terminal', terminalId }],
      _meta: { terminal_info: { terminal_id: terminalId } },
    });
    for (const data of output) {
      await update({ _meta: { terminal_output: { terminal_id: terminalId, data } } });
    }
    const exit = { terminal_id: terminalId, exit_code: exitCode, signal: null };
    await update({
      status: exitCode === 0 ? 'completed' : 'failed',
      _meta: { terminal_exit: exit },
    });
  },
};

function toolFields({ id, content, ...fields }) {
  return { toolCallId: id, ...fields, content: contentList(content) };
}

function contentList(content) {
  if (typeof content !== 'string') return content;
  return [{ type: 'content', content: { type: 'text', text: content } }];
}

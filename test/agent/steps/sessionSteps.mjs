const text = (content) => ({ type: 'text', text: content });

export const sessionSteps = {
  plan: (scene, entries) =>
    scene.update({ sessionUpdate: 'plan', entries: entries.map(planEntry) }),
  planUpdate: (scene, plan) => scene.update({ sessionUpdate: 'plan_update', plan }),
  planRemoved: (scene, planId) => scene.update({ sessionUpdate: 'plan_removed', planId }),

  commands: (scene, availableCommands) =>
    scene.update({ sessionUpdate: 'available_commands_update', availableCommands }),

  mode(scene, currentModeId) {
    if (scene.session) scene.session.modes = { ...scene.session.modes, currentModeId };
    return scene.update({ sessionUpdate: 'current_mode_update', currentModeId });
  },

  options(scene, configOptions) {
    if (scene.session) scene.session.configOptions = configOptions;
    return scene.update({ sessionUpdate: 'config_option_update', configOptions });
  },

  usage: (scene, usage) => scene.update({ sessionUpdate: 'usage_update', ...usage }),

  title(scene, title) {
    if (scene.session) scene.session.title = title;
    return scene.update({ sessionUpdate: 'session_info_update', title });
  },

  notice: (scene, notice) => scene.update({ sessionUpdate: 'notice', ...notice }),

  async compaction(scene, { id, status, summary, error, append }) {
    await scene.update({
      sessionUpdate: 'compaction_update',
      compactionId: id,
      status,
      summary: summary === undefined ? undefined : [text(summary)],
      error,
    });
    if (append === undefined) return;
    await scene.update({
      sessionUpdate: 'compaction_summary_chunk',
      compactionId: id,
      content: text(append),
    });
  },

  subagent: (scene, subagent) => scene.update({ sessionUpdate: 'subagent_update', ...subagent }),
  update: (scene, update) => scene.update(update),
};

function planEntry(entry) {
  const { content, ...rest } = typeof entry === 'string' ? { content: entry } : entry;
  return { content, priority: 'medium', status: 'pending', ...rest };
}

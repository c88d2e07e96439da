/**
 * Everything in version 1 of the Agent Client Protocol, as the table of docs/acp-coverage.md lists
 * it. Names are the tags of the tests. A test compares methods and updates with the SDK's schemas.
 */
export const surface = {
  'Requests and notifications to the agent': [
    stable('initialize'),
    stable('authenticate'),
    stable('logout'),
    stable('session/new'),
    stable('session/load'),
    stable('session/resume'),
    stable('session/list'),
    stable('session/close'),
    stable('session/delete'),
    stable('session/prompt'),
    stable('session/cancel'),
    stable('session/set_mode'),
    stable('session/set_config_option'),
    stable('$/cancel_request (to the agent)'),
    unstable('session/fork'),
    unstable('session/set_title'),
    unused('session/archive', 'archiving is ours: the agent’s own list is not touched'),
    unused('session/unarchive', 'as above'),
    unused('session/status', 'whether a conversation is open or saved is in our log'),
    unstable('auth/status'),
    unused('providers/list', 'model providers are the agent’s own settings'),
    unused('providers/set', 'as above'),
    unused('providers/disable', 'as above'),
    unused('proxy/initialize', 'for proxies, not for clients'),
    unused('proxy/successor', 'as above'),
  ],
  'Requests and notifications from the agent': [
    stable('session/update'),
    stable('session/request_permission'),
    stable('fs/read_text_file'),
    stable('fs/write_text_file'),
    stable('terminal/create'),
    stable('terminal/output'),
    stable('terminal/wait_for_exit'),
    stable('terminal/kill'),
    stable('terminal/release'),
    stable('elicitation/create'),
    stable('elicitation/complete'),
    unstable('mcp/message'),
    stable('$/cancel_request (from the agent)'),
    unstable('auth/status_update'),
  ],
  'Kinds of session/update': [
    stable('user_message_chunk'),
    stable('agent_message_chunk'),
    stable('agent_thought_chunk'),
    stable('tool_call'),
    stable('tool_call_update'),
    stable('plan'),
    stable('available_commands_update'),
    stable('current_mode_update'),
    stable('config_option_update'),
    stable('session_info_update'),
    stable('usage_update'),
    stable('notice'),
    stable('compaction_update'),
    stable('compaction_summary_chunk'),
    unstable('plan_update'),
    unstable('plan_removed'),
    unstable('subagent_update'),
    unstable('session_message'),
    unstable('session_message_chunk'),
  ],
  'Content, in prompts and in updates': [
    stable('content: text'),
    stable('content: image'),
    stable('content: audio'),
    stable('content: resource_link'),
    stable('content: resource'),
    stable('tool content: content'),
    stable('tool content: diff'),
    stable('tool content: terminal'),
  ],
  'How a turn ends': [
    stable('stop reason: end_turn'),
    stable('stop reason: max_tokens'),
    stable('stop reason: max_turn_requests'),
    stable('stop reason: refusal'),
    stable('stop reason: cancelled'),
    unstable('turn usage'),
  ],
  'Ways to ask and to log in': [
    stable('elicitation: form'),
    stable('elicitation: url'),
    stable('auth: terminal'),
    extension('_meta.terminal-auth'),
    extension('_meta.api-key'),
  ],
  'What agents do beyond the protocol': [
    extension('session/set_model'),
    extension('_session/steering'),
    extension('_meta.terminal_output'),
    extension('unknown requests and notifications'),
    extension('unknown updates and content'),
  ],
};

function stable(name) {
  return { name, status: 'stable' };
}

function unstable(name) {
  return { name, status: 'unstable' };
}

/** A name that is not in the protocol, or no longer, but in use. */
function extension(name) {
  return { name, status: 'extension' };
}

/** A name in the protocol's unstable part that we do not support; `why` replaces a test. */
function unused(name, why) {
  return { name, status: 'unstable', why };
}

import type {
  ContentBlock,
  SessionUpdate,
  ToolCallContent,
} from '@agentclientprotocol/sdk/unstable';

const maxTextLength = 200_000;
const maxImageLength = 1_500_000;

/**
 * Replaces huge content with a note, because the history is for reading and not a copy of the
 * project.
 */
export function boundUpdate(update: SessionUpdate): SessionUpdate {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return { ...update, content: boundBlock(update.content) };
    case 'tool_call':
      return update.content ? { ...update, content: update.content.map(boundToolContent) } : update;
    case 'tool_call_update':
      return update.content ? { ...update, content: update.content.map(boundToolContent) } : update;
    default:
      return update;
  }
}

export function boundBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text' && block.text.length > maxTextLength) {
    return { type: 'text', text: `${block.text.slice(0, maxTextLength)}\n…` };
  }
  if ((block.type === 'image' || block.type === 'audio') && block.data.length > maxImageLength) {
    return { type: 'text', text: `(${block.mimeType}, too big to keep in the history)` };
  }
  if (block.type === 'resource' && JSON.stringify(block.resource).length > maxTextLength) {
    return { type: 'text', text: `(${block.resource.uri}, too big to keep in the history)` };
  }
  return block;
}

function boundToolContent(content: ToolCallContent): ToolCallContent {
  if (content.type === 'content') return { ...content, content: boundBlock(content.content) };
  if (
    content.type === 'diff' &&
    content.newText.length + (content.oldText?.length ?? 0) > maxTextLength
  ) {
    return {
      type: 'content',
      content: {
        type: 'text',
        text: `(a change to ${content.path}, too big to keep in the history)`,
      },
    };
  }
  // A terminal ends with its connection.
  if (content.type === 'terminal')
    return { type: 'content', content: { type: 'text', text: '(a terminal that is closed)' } };
  return content;
}

import type { PermissionAsk } from '#main/agents/connection';
import { identifier, isRecord, type JsonRecord, jsonText, textOr } from '../../../json';
import { permissionOptions, withoutEmptyParts } from '../../translate/permissions';
import { toolFieldsFrom } from './tools';

/** What is asked, or why it cannot be put to anyone. */
export function draftPermissionFrom(params: JsonRecord): PermissionAsk | string {
  const options = permissionOptions(params.options);
  if (typeof options === 'string') return options;
  const about = subjectFrom(params.subject);
  const title = textOr(params.title, '') || about.tool.title || 'The agent asks for permission';
  const description = textOr(params.description, '').trim();
  return { ...about, title, ...(description === '' ? {} : { description }), options };
}

function subjectFrom(subject: unknown): Pick<PermissionAsk, 'toolCallId' | 'tool'> {
  if (!isRecord(subject)) return { toolCallId: null, tool: {} };
  if (subject.type === 'tool_call' && isRecord(subject.toolCall)) {
    const { toolCall } = subject;
    const tool = withoutEmptyParts(toolFieldsFrom(toolCall));
    return { toolCallId: identifier(toolCall.toolCallId), tool };
  }
  if (subject.type === 'command' && typeof subject.command === 'string') {
    const { command, cwd } = subject;
    const input = jsonText({ command, ...(typeof cwd === 'string' ? { cwd } : {}) });
    return {
      toolCallId: identifier(subject.toolCallId),
      tool: { title: command, kind: 'execute', input },
    };
  }
  return { toolCallId: null, tool: { input: jsonText(subject) } };
}

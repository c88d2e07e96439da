import type { ToolContent } from '#shared/session/content';
import type {
  PermissionKind,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { isRecord, type JsonRecord, recordsOf, textOr, textsOf } from '../../json';
import { PERMISSION_OPTIONS } from '../../limits';

/** One answer that the user can choose, and the message that it sends. */
export interface PermissionChoice {
  readonly option: PermissionOption;
  readonly answer: (input: JsonRecord) => object;
}

const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const;

const REJECTED = 'The user rejected this tool use.';
const STOPPED = 'The user stopped the turn.';

/** The choices: allow, reject, and a lasting permission for each rule that the agent suggests. */
export function permissionChoices(request: JsonRecord): readonly PermissionChoice[] {
  if (request.tool_name === 'ExitPlanMode') return planChoices();
  const always = request.suppress_always_allow_rule === true ? [] : suggestions(request);
  return [
    choice('allow', 'Allow', 'allow_once', allow()),
    ...always.slice(0, PERMISSION_OPTIONS - 2),
    choice('reject', 'Reject', 'reject_once', deny(REJECTED)),
  ];
}

/** The answer to the agent. A cancelled question stops the turn. */
export function permissionAnswer(
  choices: readonly PermissionChoice[],
  outcome: PermissionOutcome,
  input: JsonRecord,
): { readonly answer: object; readonly isAllowed: boolean } {
  const chosen =
    outcome.type === 'selected'
      ? choices.find(({ option }) => option.id === outcome.optionId)
      : undefined;
  if (!chosen) {
    return { answer: { behavior: 'deny', message: STOPPED, interrupt: true }, isAllowed: false };
  }
  const { kind } = chosen.option;
  const isAllowed = kind === 'allow_once' || kind === 'allow_always';
  return { answer: chosen.answer(input), isAllowed };
}

export function declined(message: string): object {
  return { behavior: 'deny', message, interrupt: false };
}

export function interrupted(): object {
  return { behavior: 'deny', message: STOPPED, interrupt: true };
}

/** The plan that the agent wants to carry out; newer versions leave it out of the request. */
export function planContent(input: JsonRecord): readonly ToolContent[] {
  const plan = textOr(input.plan, '');
  return plan === '' ? [] : [{ type: 'content', content: { type: 'text', text: plan } }];
}

/** The agent's reason, if the title does not contain it. */
export function permissionDescription(request: JsonRecord, title: string): string {
  const blocked = textOr(request.blocked_path, '');
  return [
    textOr(request.description, ''),
    textOr(request.decision_reason, ''),
    blocked === '' ? '' : `Path: ${blocked}`,
  ]
    .map((text) => text.trim())
    .filter((text) => text !== '' && !title.includes(text))
    .join('\n');
}

function planChoices(): readonly PermissionChoice[] {
  return [
    choice('allow-edits', 'Yes, and accept edits', 'allow_always', allow(acceptEdits)),
    choice('allow', 'Yes, and ask before each edit', 'allow_once', allow()),
    choice('reject', 'No, keep planning', 'reject_once', deny('The user wants to keep planning.')),
  ];
}

function suggestions(request: JsonRecord): readonly PermissionChoice[] {
  return recordsOf(request.permission_suggestions).flatMap((suggestion, index) => {
    const name = suggestionName(suggestion);
    if (name === null) return [];
    return [choice(`allow-${index}`, name, 'allow_always', allow(suggestion))];
  });
}

/** Null for a suggestion that is not a lasting permission, or that we cannot describe. */
function suggestionName(suggestion: JsonRecord): string | null {
  const { type, mode, behavior } = suggestion;
  const where = reachOf(suggestion.destination);
  if (type === 'setMode' && mode === 'acceptEdits') return `Allow all edits${where}`;
  if (type === 'setMode' && typeof mode === 'string') return `Switch to the mode “${mode}”${where}`;
  if (type === 'addDirectories') {
    const folders = textsOf(suggestion.directories);
    return folders.length === 0 ? null : `Always allow ${folders.join(', ')}${where}`;
  }
  if (type !== 'addRules' || behavior !== 'allow') return null;
  const rules = recordsOf(suggestion.rules).map(ruleName);
  return rules.length === 0 ? null : `Always allow ${rules.join(', ')}${where}`;
}

function ruleName({ toolName, ruleContent }: JsonRecord): string {
  const tool = textOr(toolName, 'this tool');
  return typeof ruleContent === 'string' && ruleContent !== '' ? `${tool}(${ruleContent})` : tool;
}

function reachOf(destination: unknown): string {
  switch (destination) {
    case 'session':
      return ' in this session';
    case 'localSettings':
    case 'projectSettings':
      return ' in this project';
    case 'userSettings':
      return ' everywhere';
    default:
      return '';
  }
}

function choice(
  id: string,
  name: string,
  kind: PermissionKind,
  answer: PermissionChoice['answer'],
): PermissionChoice {
  return { option: { id, name, kind }, answer };
}

function allow(...updatedPermissions: readonly object[]): PermissionChoice['answer'] {
  return (input) => ({
    behavior: 'allow',
    updatedInput: input,
    ...(updatedPermissions.length > 0 ? { updatedPermissions } : {}),
  });
}

function deny(message: string): PermissionChoice['answer'] {
  return () => declined(message);
}

/** The input of a tool; anything but an object counts as empty. */
export function inputOf(request: JsonRecord): JsonRecord {
  return isRecord(request.input) ? request.input : {};
}

import type { PermissionAsk } from '#main/agents/connection';
import type { ToolFields } from '#shared/session/events';
import type {
  PermissionKind,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { plainCommand } from '#shared/terminal/plainCommand';
import { isRecord, type JsonRecord, jsonText, recordsOf, textOr, textsOf } from '../../json';
import { PERMISSION_OPTIONS } from '../../limits';
import { commandFields, commandText } from './commandItems';
import { changeFields, legacyChangesFrom } from './fileChanges';

/** A permission request for a tool call, and the message for each answer. */
export interface Approval {
  readonly itemId: string | null;
  readonly tool: ToolFields;
  readonly title: string;
  readonly description: string;
  readonly choices: readonly ApprovalChoice[];
  /** The message if the request was cancelled. */
  readonly cancelled: object;
}

interface ApprovalChoice {
  readonly option: PermissionOption;
  readonly answer: object;
}

/** The id of the thread that a request is about, in either version of the protocol. */
export function threadOf(params: JsonRecord): unknown {
  return params.threadId ?? params.conversationId;
}

/**
 * Null if the request does not ask for approval. `known` has the fields that were sent for the call
 * before.
 */
export function approvalFrom(
  method: string,
  params: JsonRecord,
  known: (itemId: string) => ToolFields,
  folder: string,
): Approval | null {
  const itemId = textOr(params.itemId, textOr(params.callId, null));
  const before = itemId === null ? {} : known(itemId);
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return commandApproval(itemId, params, before, folder);
    case 'item/fileChange/requestApproval':
      return {
        itemId,
        tool: { title: 'Edit files', kind: 'edit', ...before },
        title: before.title ?? 'Edit files',
        description: described(params.reason, grantRoot(params.grantRoot)),
        choices: choicesFrom(['accept', 'acceptForSession', 'decline', 'cancel']),
        cancelled: decision('cancel'),
      };
    case 'item/permissions/requestApproval':
      return permissionsApproval(itemId, params, before);
    case 'execCommandApproval':
      return {
        itemId,
        tool: { ...before, ...commandFields(params, folder) },
        title: plainCommand(commandText(params.command)) || 'Run a command',
        description: described(params.reason, params.cwd),
        choices: withLegacyRule(params),
        cancelled: decision('abort'),
      };
    case 'applyPatchApproval': {
      const fields = changeFields(legacyChangesFrom(params.fileChanges), folder);
      return {
        itemId,
        tool: { ...before, ...fields },
        title: fields.title ?? 'Edit files',
        description: described(params.reason, grantRoot(params.grantRoot)),
        choices: legacyChoices,
        cancelled: decision('abort'),
      };
    }
    default:
      return null;
  }
}

export function askFrom(approval: Approval, toolCallId: string | null): PermissionAsk {
  const { tool, title, description, choices } = approval;
  return {
    toolCallId,
    tool,
    title,
    ...(description === '' ? {} : { description }),
    options: choices.map(({ option }) => option),
  };
}

export function answerTo({ choices, cancelled }: Approval, outcome: PermissionOutcome): object {
  if (outcome.type === 'cancelled') return cancelled;
  return choices.find(({ option }) => option.id === outcome.optionId)?.answer ?? cancelled;
}

/** The question shows the command unchanged; the row in the transcript shows relative paths. */
function commandApproval(
  itemId: string | null,
  params: JsonRecord,
  before: ToolFields,
  folder: string,
): Approval {
  const network = isRecord(params.networkApprovalContext) ? params.networkApprovalContext : null;
  const command = plainCommand(commandText(params.command));
  const named = command || before.title || 'Run a command';
  const title = network ? `Connect to ${textOr(network.host, 'a server')}` : named;
  const isInput = params.kind === 'writeStdin';
  const offered = Array.isArray(params.availableDecisions)
    ? params.availableDecisions
    : ['accept', 'acceptForSession', ...proposed(params), 'cancel'];
  // "decline" is always accepted, though seldom listed.
  const decisions = offered.includes('decline') ? offered : [...offered, 'decline'];
  return {
    itemId,
    tool: command === '' ? before : { ...before, ...commandFields(params, folder) },
    title: isInput ? `Type into ${named}` : title,
    description: described(params.reason, params.cwd),
    choices: choicesFrom(decisions),
    cancelled: decision('cancel'),
  };
}

function proposed(params: JsonRecord): readonly object[] {
  const rule = textsOf(params.proposedExecpolicyAmendment);
  const networks = recordsOf(params.proposedNetworkPolicyAmendments);
  return [
    ...(rule.length > 0 ? [{ acceptWithExecpolicyAmendment: { execpolicy_amendment: rule } }] : []),
    ...networks.map((amendment) => ({
      applyNetworkPolicyAmendment: { network_policy_amendment: amendment },
    })),
  ];
}

function permissionsApproval(
  itemId: string | null,
  params: JsonRecord,
  before: ToolFields,
): Approval {
  const permissions = isRecord(params.permissions) ? params.permissions : {};
  const none = { permissions: {}, scope: 'turn' };
  const grant = (id: string, name: string, kind: PermissionKind, answer: object) => ({
    option: { id, name, kind },
    answer,
  });
  return {
    itemId,
    tool: before,
    title: 'More permissions',
    description: described(params.reason, jsonText(permissions)),
    choices: [
      grant('turn', 'Allow in this turn', 'allow_once', { permissions, scope: 'turn' }),
      grant('session', 'Allow in this session', 'allow_always', { permissions, scope: 'session' }),
      grant('decline', 'Reject', 'reject_once', none),
    ],
    cancelled: none,
  };
}

function choicesFrom(decisions: readonly unknown[]): readonly ApprovalChoice[] {
  const choices = decisions.flatMap((told, index): readonly ApprovalChoice[] => {
    const option = isRecord(told) ? amendmentOption(told, `rule-${index}`) : plainOption(told);
    return option ? [{ option, answer: decision(told) }] : [];
  });
  const unique = [...new Map(choices.map((choice) => [choice.option.id, choice])).values()];
  // Every request can be rejected, whichever choices are left out.
  const isKept = ({ option }: ApprovalChoice) => option.id === 'decline' || option.id === 'cancel';
  const kept = unique.filter(isKept);
  const others = unique.filter((choice) => !isKept(choice));
  const shown = new Set([...others.slice(0, PERMISSION_OPTIONS - kept.length), ...kept]);
  return inOrder(unique.filter((choice) => shown.has(choice)));
}

/** Puts approvals first, and the choice that stops the turn last. */
function inOrder(choices: readonly ApprovalChoice[]): readonly ApprovalChoice[] {
  const stops = choices.filter(({ option }) => option.id === 'cancel');
  return [...choices.filter(({ option }) => option.id !== 'cancel'), ...stops];
}

function plainOption(told: unknown): PermissionOption | null {
  switch (told) {
    case 'accept':
      return { id: 'accept', name: 'Allow', kind: 'allow_once' };
    case 'acceptForSession':
      return { id: 'acceptForSession', name: 'Allow in this session', kind: 'allow_always' };
    case 'decline':
      return { id: 'decline', name: 'Reject', kind: 'reject_once' };
    case 'cancel':
      return { id: 'cancel', name: 'Reject and stop', kind: 'reject_once' };
    default:
      return null;
  }
}

function amendmentOption(told: JsonRecord, id: string): PermissionOption | null {
  const rule = isRecord(told.acceptWithExecpolicyAmendment)
    ? textsOf(told.acceptWithExecpolicyAmendment.execpolicy_amendment)
    : [];
  if (rule.length > 0) {
    const words = plainCommand(quotedWords(rule));
    return { id, name: `Always allow “${words}”`, kind: 'allow_always' };
  }
  const network = isRecord(told.applyNetworkPolicyAmendment)
    ? told.applyNetworkPolicyAmendment.network_policy_amendment
    : undefined;
  if (!isRecord(network)) return null;
  const host = textOr(network.host, 'this server');
  return network.action === 'deny'
    ? { id, name: `Never allow ${host}`, kind: 'reject_always' }
    : { id, name: `Always allow ${host}`, kind: 'allow_always' };
}

/** Quotes words with spaces, so that they stay one word. */
function quotedWords(words: readonly string[]): string {
  return words.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' ');
}

const legacyChoices: readonly ApprovalChoice[] = [
  { option: { id: 'approved', name: 'Allow', kind: 'allow_once' }, answer: decision('approved') },
  {
    option: { id: 'approved_for_session', name: 'Allow in this session', kind: 'allow_always' },
    answer: decision('approved_for_session'),
  },
  { option: { id: 'denied', name: 'Reject', kind: 'reject_once' }, answer: decision('denied') },
  {
    option: { id: 'abort', name: 'Reject and stop', kind: 'reject_once' },
    answer: decision('abort'),
  },
];

/** The rule that Codex proposes for similar commands, in the format of the older protocol. */
function withLegacyRule(params: JsonRecord): readonly ApprovalChoice[] {
  const rule = textsOf(params.proposedExecpolicyAmendment ?? params.proposed_execpolicy_amendment);
  if (rule.length === 0) return legacyChoices;
  const words = plainCommand(quotedWords(rule));
  const name = `Always allow “${words}”`;
  const told = { approved_execpolicy_amendment: { proposed_execpolicy_amendment: rule } };
  const choice: ApprovalChoice = {
    option: { id: 'approved_execpolicy_amendment', name, kind: 'allow_always' },
    answer: decision(told),
  };
  return legacyChoices.toSpliced(2, 0, choice);
}

function decision(told: unknown): object {
  return { decision: told };
}

function described(...words: readonly unknown[]): string {
  return words
    .map((text) => textOr(text, '').trim())
    .filter((text) => text !== '')
    .join('\n');
}

function grantRoot(root: unknown): string {
  return typeof root === 'string' && root !== '' ? `It asks to write anywhere in ${root}.` : '';
}

import type { AuthenticationMethod } from '#shared/session/agent';
import { isRecord, type JsonRecord, recordsOf } from '../../json';
import type { AcpIntroduction } from '../acpLink';
import { identityFromWire } from '../answers';
import { authenticationFromWire } from '../translate/authentication';

/** The answer of a version 2 agent to `initialize`. Malformed parts count as missing. */
export function readDraftAnswer(answer: JsonRecord): AcpIntroduction {
  const authenticationMethods = methodsFrom(answer.authMethods);
  const session = partOf(answer.capabilities, 'session');
  const prompt = partOf(session, 'prompt');
  const mcp = partOf(session, 'mcp');
  const hasSessions = isRecord(answer.capabilities) && isRecord(answer.capabilities.session);
  return {
    identity: identityFromWire(answer.info),
    authenticationMethods,
    powers: {
      ...(hasSessions ? { load: true, resume: true, list: true, close: true } : {}),
      ...marked('delete', session.delete),
      ...marked('fork', session.fork),
      ...marked('setTitle', session.title),
      ...marked('additionalDirectories', session.additionalDirectories),
      ...(partOf(answer._meta, 'steering').supported === true ? { steer: true } : {}),
      ...(authenticationMethods.length > 0 ? { logout: true } : {}),
      prompt: {
        ...marked('image', prompt.image),
        ...marked('audio', prompt.audio),
        ...marked('embeddedContext', prompt.embeddedContext),
      },
      mcp: {
        ...marked('stdio', mcp.stdio),
        ...marked('http', mcp.http),
        ...marked('acp', mcp.acp),
      },
    },
  };
}

/** Reads login methods, whose id has another name in the draft. */
function methodsFrom(value: unknown): readonly AuthenticationMethod[] {
  return authenticationFromWire(
    recordsOf(value).map((method) => ({ ...method, id: method.methodId })),
  );
}

function partOf(value: unknown, name: string): JsonRecord {
  const part = isRecord(value) ? value[name] : undefined;
  return isRecord(part) ? part : {};
}

/** Reads a marker, which in the draft is an object and never a boolean. */
function marked<K extends string>(name: K, marker: unknown): { readonly [P in K]?: true } {
  return isRecord(marker) ? ({ [name]: true } as { readonly [P in K]: true }) : {};
}

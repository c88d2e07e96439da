import type { AgentConnection } from '#main/agents/connection';
import type { DraftAnswer } from './answers';
import type { DraftLink } from './draftLink';
import { DRAFT_VERSION } from './messages';

/** The port as an agent of version 2 fills it: what it does not advertise is not there. */
export function draftConnection(link: DraftLink, answer: DraftAnswer): AgentConnection {
  const { powers, identity, authenticationMethods } = answer;
  return {
    wire: 'acp-2',
    protocolVersion: String(DRAFT_VERSION),
    identity,
    powers,
    authenticationMethods,
    newSession: (place, signal) => link.create(place, signal),
    prompt: (session, content) => link.prompt(session, content),
    cancel: (session) => link.cancel(session),
    releaseSession: (session) => link.release(session),
    setOption: (session, optionId, value) => link.setOption(session, optionId, value),
    ...(powers.load && {
      loadSession: (session, place, signal) => link.reopen(session, place, true, signal),
    }),
    ...(powers.resume && {
      resumeSession: (session, place, signal) => link.reopen(session, place, false, signal),
    }),
    ...(powers.fork && {
      forkSession: (session, place, signal) => link.fork(session, place, signal),
    }),
    ...(powers.list && { listSessions: (cwd, signal) => link.list(cwd, signal) }),
    ...(powers.close && { closeSession: (session, signal) => link.close(session, signal) }),
    ...(powers.delete && { deleteSession: (session, signal) => link.delete(session, signal) }),
    ...(powers.setTitle && { setTitle: (session, title) => link.setTitle(session, title) }),
    ...(powers.steer && { steer: (session, content) => link.steer(session, content) }),
    ...(authenticationMethods.length > 0 && {
      authenticate: (methodId, credentials, signal) => link.logIn(methodId, credentials, signal),
      logout: () => link.logOut(),
    }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}

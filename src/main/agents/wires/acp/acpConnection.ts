import type { AgentConnection } from '#main/agents/connection';
import type { AcpLink } from './acpLink';

/** The differences between the versions of the protocol. */
type OwnMembers = Pick<AgentConnection, 'wire' | 'protocolVersion' | 'setMode' | 'authenticate'>;

/** The connection with only the methods that this agent advertises. */
export function acpConnection(link: AcpLink, own: OwnMembers): AgentConnection {
  const { identity, powers } = link.introduction;
  return {
    ...own,
    identity,
    powers,
    get authenticationMethods() {
      return link.introduction.authenticationMethods;
    },
    get login() {
      return link.login.value;
    },
    onDidChangeLogin: link.login.onDidChange,
    newSession: (place, signal) => link.create(place, signal),
    prompt: (session, content) => link.prompt(session, content),
    cancel: (session) => link.cancel(session),
    releaseSession: (session) => link.release(session),
    // The protocol has no capability for this: each session reports its own options.
    setOption: (session, optionId, value) => link.setOption(session, optionId, value),
    ...(powers.load && {
      loadSession: (session, place, signal) => link.load(session, place, signal),
    }),
    ...(powers.resume && {
      resumeSession: (session, place, signal) => link.resume(session, place, signal),
    }),
    ...(powers.fork && {
      forkSession: (session, place, signal) => link.fork(session, place, signal),
    }),
    ...(powers.list && { listSessions: (cwd, signal) => link.list(cwd, signal) }),
    ...(powers.close && { closeSession: (session, signal) => link.close(session, signal) }),
    ...(powers.delete && { deleteSession: (session, signal) => link.delete(session, signal) }),
    ...(powers.setTitle && { setTitle: (session, title) => link.setTitle(session, title) }),
    ...(powers.steer && { steer: (session, content) => link.steer(session, content) }),
    ...(powers.logout && { logout: () => link.logOut() }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}

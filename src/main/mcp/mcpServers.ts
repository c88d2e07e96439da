import { homedir } from 'node:os';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { ImportableServers, McpTestReport, McpTestTarget } from '#shared/ipc/mcp';
import type { McpServerEntry } from '#shared/mcp/server';
import { importPlaces, importServers, pastedServers, projectPlaces } from './import/importPlaces';
import { resolveServer, type ServerSurroundings, withoutSecrets } from './resolveServer';
import { ServerTests, type StartProbe } from './serverTests';

/** A place in which a session tests a server. */
export interface TestPlace {
  readonly project: string;
  readonly cwd: string;
  readonly start: StartProbe;
}

export interface NamedEntry {
  readonly entry: McpServerEntry;
  readonly origin: 'user' | 'project';
}

export interface McpServersOptions {
  surroundings(cwd: string): Promise<ServerSurroundings>;
  /** The server with this name in a project's sessions, and its owner. */
  named(project: string, name: string): Promise<NamedEntry | null>;
  /** The place of a session's agent, sealed like the agent. */
  placeOf(sessionId: SessionId): Promise<Result<TestPlace>>;
  /** Starts a test of a server that belongs to no session. */
  startIn(cwd: string): StartProbe;
  rememberSecrets(secrets: readonly string[]): void;
  readonly tests?: ServerTests;
}

/** The window's requests about MCP servers: testing one, and listing those of other programs. */
export class McpServers {
  private readonly tests: ServerTests;

  constructor(private readonly options: McpServersOptions) {
    this.tests = options.tests ?? new ServerTests();
  }

  async test(testId: string, target: McpTestTarget): Promise<Result<McpTestReport>> {
    const found = await this.find(target);
    if (!found.ok) return found;
    const { entry, origin, cwd, start } = found.value;
    const surroundings = await this.options.surroundings(cwd);
    const around = origin === 'user' ? surroundings : withoutSecrets(surroundings);
    const resolved = await resolveServer(entry, around);
    if (!resolved.ok) return resolved;
    const { server, secrets } = resolved.value;
    this.options.rememberSecrets(secrets);
    return this.tests.run(testId, server, start);
  }

  cancelTest(testId: string): void {
    this.tests.cancel(testId);
  }

  async importable(text: string | null, folder: string | null): Promise<ImportableServers> {
    if (text !== null) return pastedServers(text);
    const { variable } = await this.options.surroundings(homedir());
    const places = [...(folder === null ? [] : projectPlaces(folder)), ...importPlaces(variable)];
    return importServers(places);
  }

  dispose(): void {
    this.tests.dispose();
  }

  private async find(target: McpTestTarget) {
    if (target.type === 'entry') {
      const cwd = homedir();
      const start = this.options.startIn(cwd);
      return ok({ entry: target.entry, origin: 'user' as const, cwd, start });
    }
    const place = await this.options.placeOf(target.sessionId);
    if (!place.ok) return place;
    const { project, cwd, start } = place.value;
    const named = await this.options.named(project, target.name);
    return named === null
      ? fail('not-found', `There is no MCP server named ${target.name} any more.`)
      : ok({ ...named, cwd, start });
  }
}

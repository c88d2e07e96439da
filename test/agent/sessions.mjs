import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { sessionNotFound } from './rpcErrors.mjs';

/** Notices, usage and the like are live only: agents do not say them again on load. */
const REMEMBERED = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]);

/** Plain data, so that it can be kept in a file; a running turn is not part of it. */
function createRecord(id, params, scenario) {
  return {
    sessionId: id,
    cwd: params.cwd ?? process.cwd(),
    mcpServers: params.mcpServers ?? [],
    additionalDirectories: params.additionalDirectories,
    title: params.title ?? null,
    updatedAt: params.updatedAt ?? new Date().toISOString(),
    turnsTaken: 0,
    history: params.history ?? [],
    modes: scenario.modes,
    configOptions: scenario.configOptions,
    models: scenario.models,
  };
}

/** The agent's conversations: those of this process and, with a state file, of earlier ones. */
export class Sessions {
  #scenario;
  #file;
  #records = new Map();
  #running = new Map();
  #ids;

  constructor(scenario, file) {
    this.#scenario = scenario;
    this.#file = file;
    this.#ids = [...(scenario.sessions?.ids ?? [])];
    const saved = file !== undefined && existsSync(file) ? readState(file) : [];
    for (const session of scenario.sessions?.saved ?? []) {
      this.#records.set(session.sessionId, createRecord(session.sessionId, session, scenario));
    }
    for (const record of saved) this.#records.set(record.sessionId, record);
  }

  create(params, id = this.#ids.shift() ?? randomUUID()) {
    const record = createRecord(id, params, this.#scenario);
    this.#records.set(id, record);
    return record;
  }

  has(id) {
    return this.#records.has(id);
  }

  get(id) {
    const record = this.#records.get(id);
    if (record === undefined) throw sessionNotFound(id);
    return record;
  }

  fork(id, params) {
    const { history, turnsTaken, title } = this.get(id);
    return Object.assign(this.create(params), { history: [...history], turnsTaken, title });
  }

  delete(id) {
    this.get(id);
    this.#records.delete(id);
  }

  list({ cwd, cursor }) {
    const all = [...this.#records.values()].filter((record) => !cwd || record.cwd === cwd);
    const start = cursor ? Number(cursor) : 0;
    const end = start + (this.#scenario.sessions?.pageSize ?? all.length);
    const sessions = all.slice(start, end).map(listed);
    return end < all.length ? { sessions, nextCursor: String(end) } : { sessions };
  }

  remember(record, update) {
    if (REMEMBERED.has(update?.sessionUpdate)) record.history.push(update);
  }

  /** The prompt that a session is busy with. */
  running(id) {
    return this.#running.get(id);
  }

  begin(record, exchange) {
    this.#running.set(record.sessionId, exchange);
    for (const content of exchange.params.prompt ?? []) {
      this.remember(record, { sessionUpdate: 'user_message_chunk', content });
    }
    this.save();
  }

  finish(id, exchange) {
    if (this.#running.get(id) === exchange) this.#running.delete(id);
  }

  save() {
    if (this.#file === undefined) return;
    // Another process may read it at any moment, and this one may be killed.
    const temporary = `${this.#file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify([...this.#records.values()]));
    renameSync(temporary, this.#file);
  }
}

function readState(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function listed({ sessionId, cwd, additionalDirectories, title, updatedAt }) {
  return { sessionId, cwd, additionalDirectories, title, updatedAt };
}

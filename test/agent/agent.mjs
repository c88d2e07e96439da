import { dirname, resolve } from 'node:path';
import { Gates } from './gates.mjs';
import { Input } from './input.mjs';
import { Peer } from './peer.mjs';
import { requestCancelled } from './rpcErrors.mjs';
import { Scene } from './scene.mjs';
import { serve } from './serve.mjs';
import { Sessions } from './sessions.mjs';

const DEFAULT_LIFETIME_MINUTES = 10;
const MINUTE = 60_000;

/** One run of a scenario: reads what the client sends and has it served. */
export class Agent {
  /** The client's requests that are being served, by their id. */
  exchanges = new Map();
  loggedIn = false;
  stubborn = false;

  constructor({ scenario, scenarioFile, journal, output, gatesFolder }) {
    this.scenario = scenario;
    this.scenarioFile = scenarioFile;
    this.journal = journal;
    this.output = output;
    this.gatesFolder = gatesFolder;
    this.gates = new Gates(gatesFolder);
    this.peer = new Peer(output, journal);
    const { stateFile } = scenario;
    this.sessions = new Sessions(
      scenario,
      stateFile === undefined ? undefined : resolve(dirname(scenarioFile), stateFile),
    );
    this.input = new Input(process.stdin, {
      onLine: (line) => this.#receive(line),
      onEnd: () => this.#inputEnded(),
    });
    output.onBroken = (error) => journal.write({ type: 'outputBroken', message: error.message });
  }

  async run() {
    const { scenario, scenarioFile, journal } = this;
    const { cwd, env } = process;
    journal.write({ type: 'started', scenario: scenarioFile, cwd: cwd(), env });
    const minutes = scenario.lifetimeMinutes ?? DEFAULT_LIFETIME_MINUTES;
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), minutes * MINUTE).unref();
    await new Scene({ agent: this, variables: { gates: this.gatesFolder } }).play(
      scenario.start ?? [],
    );
    this.input.begin();
  }

  cancel(sessionId) {
    const exchange = this.sessions.running(sessionId);
    const heeded = exchange?.cancel([{ end: { stopReason: 'cancelled' } }]) ?? false;
    this.journal.write({ type: 'cancelled', sessionId, heeded });
  }

  #receive(line) {
    if (line.trim() === '') return;
    const message = this.#parse(line);
    if (!message) return;
    if (message.method === undefined) {
      this.peer.takeAnswer(message);
      return;
    }
    this.journal.write({ type: 'received', message });
    if (message.id === undefined) this.#takeNotification(message);
    else void serve(this, message);
  }

  #parse(line) {
    try {
      return JSON.parse(line);
    } catch {
      this.journal.write({ type: 'garbage', text: line });
      return undefined;
    }
  }

  #takeNotification({ method, params = {} }) {
    if (method === 'session/cancel') this.cancel(params.sessionId);
    if (method === '$/cancel_request') {
      const exchange = this.exchanges.get(JSON.stringify(params.requestId));
      if (exchange && !exchange.settled) exchange.cancel([{ error: requestCancelled() }]);
    }
  }

  #inputEnded() {
    this.journal.write({ type: 'inputEnded' });
    if (!this.stubborn) process.exit(0);
  }
}

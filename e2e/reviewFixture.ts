import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../test/agent/scenario';
import { GitRepository } from '../test/support/gitRepository';
import type { ScriptedAgent } from '../test/support/scenario';
import { test as base, type OpenApp } from './fixtures';
import { ChangesRegion } from './pages/changes';
import type { SessionPane } from './pages/sessionPane';
import type { NewSession } from './pages/workbench';

export const one = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`);
export const proposedOne = one.with(1, 'line 2, better\n').with(9, 'line 10, worse\n');

/** Three files by way of the client, one by its own hands and one by a shell. */
const edits: Scenario = {
  stateFile: 'edits.state.json',
  turns: [
    [
      { say: 'I will edit some files.' },
      { write: { path: 'src/one.txt', content: proposedOne.join('') } },
      { write: { path: 'src/two.txt', content: 'two\nby the agent\n' } },
      { write: { path: 'src/new.txt', content: 'new from the agent\n' } },
      { diskWrite: { path: 'src/disk.txt', content: 'written by hand\n' } },
      { shell: "echo 'written by a shell' > src/shell.txt" },
      { say: 'All five are written.' },
    ],
    [{ echo: true }],
  ],
};

interface ReviewOptions extends Pick<NewSession, 'isolation'> {
  readonly prompt?: string;
  readonly scenario?: Scenario;
  readonly settings?: object;
  /** In the repository, besides the two. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An agent that was asked to edit a project, and what it wants to change there. */
export interface Review extends OpenApp {
  readonly repository: GitRepository;
  readonly project: string;
  readonly agent: ScriptedAgent;
  readonly pane: SessionPane;
  readonly changes: ChangesRegion;
  inProject(path: string): string;
}

interface ReviewFixtures {
  /**
   * Starts the app, and a session of it in a repository that holds `src/one.txt` and `src/two.txt`. Once more, it
   * starts the next session in the same app, with a repository and an agent of its own, alone on the screen.
   */
  review(options?: ReviewOptions): Promise<Review>;
}

export const test = base.extend<ReviewFixtures>({
  review: async ({ open, script, folder }, use) => {
    let count = 0;
    await use(
      async ({ scenario = edits, settings = {}, prompt = 'edit', isolation, files } = {}) => {
        count++;
        const repository = await GitRepository.createWith(join(folder, `repository-${count}`), {
          'src/one.txt': one.join(''),
          'src/two.txt': 'two\n',
          ...files,
        });
        const { path: project } = repository;
        const agent = script(scenario);
        const app = await open({ Alpha: agent }, { settings });
        const pane = await app.workbench.start({
          folder: project,
          prompt,
          ...(isolation && { isolation }),
        });
        const changes = new ChangesRegion(app.window);
        const inProject = (file: string) => readFileSync(join(project, file), 'utf8');
        return { ...app, repository, project, agent, pane, changes, inProject };
      },
    );
  },
});

/** Where the agent works, as it was told. */
export async function workplaceOf(agent: ScriptedAgent): Promise<string> {
  const { message } = await agent.journal.waitFor(
    'received',
    ({ message: { method } }) => method === 'session/new',
  );
  return (message.params as { cwd: string }).cwd;
}

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scenarioFile, scenarioNames, scriptedAgent } from '../support/scenario';
import { testFolder } from '../support/testFolder';
import { startAgent } from './runningAgent';

describe('the scenarios', () => {
  it('are all valid, and have a description', async () => {
    const { command, args, env } = scriptedAgent(testFolder(), {});
    const files = scenarioNames().map(scenarioFile);
    expect(files.length).toBeGreaterThan(100);
    const check = [args[0] ?? '', '--check', ...files];
    await promisify(execFile)(command, check, { env: { ...process.env, ...env } });
    for (const file of files) {
      expect(JSON.parse(readFileSync(file, 'utf8')).description, file).toMatch(/\.$/);
    }
  });

  it('hello streams Markdown', async () => {
    const agent = startAgent('hello');
    await agent.turn(await agent.newSession(), 'Hi');
    expect(agent.said()).toMatch(/^# Hello\n[\s\S]*That is all\.\n$/);
    expect(agent.client.updates().length).toBeGreaterThan(20);
  });

  it('threeEdits asks for three writes and makes two itself', async () => {
    const agent = startAgent('threeEdits');
    agent.client.answer('fs/write_text_file', () => ({ result: {} }));
    await agent.turn(await agent.newSession());
    expect(agent.journal.of('asked').map(({ method }) => method)).toEqual(
      Array.from({ length: 3 }, () => 'fs/write_text_file'),
    );
    expect(readdirSync(`${agent.cwd}/src`)).toEqual(['disk.txt', 'shell.txt']);
  });

  it('crash works from the second start on', async () => {
    const first = startAgent('crash');
    first.prompt(await first.newSession(), '');
    expect(await first.client.exited).toEqual({ code: 1, signal: null });
    await first.client.closed;
    expect(first.client.stderr).toContain('out of cheese');
    const second = await first.restart();
    await second.turn(await second.newSession());
    expect(second.said()).toBe('Better now.');
    await second.client.dispose();
  });

  it('everything plays to its end', async () => {
    const agent = startAgent('everything');
    await agent.initialize();
    const sessionId = await agent.newSession();
    const { stopReason, usage } = await agent.turn(sessionId);
    expect({ stopReason, usage }).toMatchObject({
      stopReason: 'end_turn',
      usage: { totalTokens: 1500 },
    });
    const kinds = new Set(agent.client.updates().map(({ sessionUpdate }) => sessionUpdate));
    expect(kinds.size).toBe(19);
    expect(agent.journal.of('broken')).toEqual([]);
  });

  it('the path corpus writes nothing itself', async () => {
    const agent = startAgent('hostile-path-corpus');
    for (const method of ['fs/read_text_file', 'fs/write_text_file']) {
      agent.client.answer(method, () => ({ error: { code: -32602, message: 'Refused.' } }));
    }
    await agent.turn(await agent.newSession());
    const asked = agent.journal.of('asked').map(({ params }) => JSON.stringify(params));
    expect(asked.some((params) => params.includes('{{'))).toBe(false);
    expect(existsSync(`${agent.cwd}/relative.txt`)).toBe(false);
  });
});

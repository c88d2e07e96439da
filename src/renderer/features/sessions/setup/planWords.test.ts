import { describe, expect, it } from 'vitest';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { planLines, planSummary } from './planWords';

type Found = Extract<ProjectSetup, { type: 'found' }>;

function found(fields: Partial<Found>): Found {
  return {
    type: 'found',
    hash: '',
    trust: 'new',
    plan: { carry: [], setup: null, run: {}, checks: {}, prompts: {}, mcpServers: {} },
    carried: [],
    isIncomplete: false,
    ...fields,
  };
}

const everything = found({
  plan: {
    carry: [
      { path: '.env', as: 'copy' },
      { path: 'missing.txt', as: 'copy' },
      { path: '**/*.local', as: 'copy' },
      { path: 'node_modules', as: 'link' },
    ],
    setup: 'npm ci',
    run: { dev: 'npm run dev' },
    checks: {},
    prompts: { Fix: 'Fix {{issue}}' },
    mcpServers: {
      build: { command: 'node', args: ['tools/my server.mjs'], env: { LEVEL: '2' } },
      docs: { type: 'sse', url: 'https://docs.test/mcp', headers: { 'X-Org': 'acme' } },
    },
  },
  carried: [
    { path: '.env', as: 'copy', isFolder: false },
    { path: 'a/b.local', as: 'copy', isFolder: false },
    { path: 'node_modules', as: 'link', isFolder: true },
  ],
});

describe('the description of a plan', () => {
  it('lists everything, with the paths that do not exist', () => {
    expect(planLines(everything).map(({ label, texts }) => [label, texts])).toEqual([
      ['Copies', ['.env', 'a/b.local']],
      ['Links', ['node_modules/']],
      ['Runs', ['npm ci']],
      ['Offers to run', ['dev: npm run dev']],
      ['Offers prompts', ['Fix: Fix {{issue}}']],
      [
        'MCP servers',
        [
          'build: LEVEL=2 node "tools/my server.mjs"',
          'docs: https://docs.test/mcp (SSE) · X-Org: acme',
        ],
      ],
      ['Not found', ['missing.txt']],
    ]);
  });

  it('counts what it does not list', () => {
    const carried = Array.from({ length: 40 }, (_, index) => ({
      path: `f${index}`,
      as: 'copy' as const,
      isFolder: false,
    }));
    expect(planLines(found({ carried }))).toMatchObject([{ label: 'Copies', more: 28 }]);
  });

  it('has a short summary', () => {
    expect(planSummary(everything)).toBe(
      'copies .env and 1 more, links node_modules/, runs npm ci, gives agents MCP servers: build and 1 more',
    );
    const plan = {
      carry: [],
      setup: null,
      run: { a: 'b' },
      checks: {},
      prompts: {},
      mcpServers: {},
    };
    expect(planSummary(found({ plan }))).toBe('offers commands to run');
  });
});

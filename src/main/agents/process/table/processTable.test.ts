import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LinuxProcessTable, parseStat, runIdIn } from './linuxProcessTable';
import { parseProcessList } from './macProcessTable';
import { findFamily, type ProcessRow, signalProcesses } from './processTable';
import { SharedProcessTable } from './sharedProcessTable';

const row = (pid: number, fields: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent: 1,
  group: pid,
  startTime: `${pid}0`,
  runId: null,
  ...fields,
});

const pidsOf = (rows: readonly ProcessRow[]) => rows.map(({ pid }) => pid).sort((a, b) => a - b);

describe('findFamily', () => {
  const identity = { pid: 100, startTime: '1000', runId: 'run' };

  it('finds the group, the descendants and the processes with the run id', () => {
    const rows = [
      row(100),
      row(101, { group: 100 }),
      row(102, { parent: 101, group: 102 }),
      row(103, { parent: 102, group: 103 }),
      row(104, { runId: 'run' }),
      row(105, { parent: 104 }),
      row(200, { runId: 'another' }),
      row(201),
    ];
    expect(pidsOf(findFamily(rows, identity))).toEqual([100, 101, 102, 103, 104, 105]);
  });

  it('finds them even if the process itself is gone', () => {
    const rows = [row(101, { group: 100 }), row(104, { runId: 'run' }), row(200)];
    expect(pidsOf(findFamily(rows, identity))).toEqual([101, 104]);
  });

  it('leaves out a foreign process that was given the same pid, and its group and children', () => {
    const rows = [
      row(100, { startTime: '9999' }),
      row(101, { group: 100 }),
      row(102, { parent: 100 }),
      row(104, { runId: 'run' }),
    ];
    expect(pidsOf(findFamily(rows, identity))).toEqual([104]);
  });

  it('never includes the app itself or init', () => {
    const rows = [row(1, { runId: 'run' }), row(process.pid, { runId: 'run' })];
    expect(findFamily(rows, identity)).toEqual([]);
  });
});

describe('signalProcesses', () => {
  it('spares a process that was given a pid of the list meanwhile', async () => {
    const sent: number[] = [];
    vi.spyOn(process, 'kill').mockImplementation((pid) => {
      sent.push(pid);
      return true;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const times = new Map([
      [900_001, '9000010'],
      [900_002, 'later'],
    ]);
    const table = {
      list: async () => [],
      startTimeOf: async (pid: number) => times.get(pid) ?? null,
    };
    await signalProcesses([row(900_001), row(900_002), row(900_003)], 'SIGKILL', table);
    expect(sent).toEqual([900_001]);
  });
});

describe('parseStat', () => {
  it('parses any process name', () => {
    const rest = Array.from({ length: 30 }, (_, index) => index + 7).join(' ');
    expect(parseStat(`42 (a) R 1 (b\n) S 7 8 6 ${rest}`)).toEqual({
      parent: 7,
      group: 8,
      startTime: '22',
      isDead: false,
    });
    expect(parseStat(`42 (gone) Z 7 8 6 ${rest}`)?.isDead).toBe(true);
    expect(parseStat('')).toBeUndefined();
  });
});

describe('runIdIn', () => {
  it('finds the variable, and no other variable with the same ending', () => {
    expect(runIdIn('AIRLOCK_RUN=a-1\0PATH=/bin\0')).toBe('a-1');
    expect(runIdIn('PATH=/bin\0AIRLOCK_RUN=a-1')).toBe('a-1');
    expect(runIdIn('MY_AIRLOCK_RUN=a-1\0X=AIRLOCK_RUN=b\0')).toBeNull();
    expect(runIdIn('')).toBeNull();
  });
});

describe('parseProcessList', () => {
  it('reads what ps prints on macOS', () => {
    const text = [
      '    1     0     1 Ss   Mon Nov 16 04:10:00 2026     /sbin/launchd',
      '  501   499   501 S+   Mon Nov 16 04:11:07 2026     node agent.js --x PATH=/bin AIRLOCK_RUN=a-1 HOME=/Users/me',
      '  502   501   501 Z    Mon Nov  6 04:11:08 2026     (node)',
      '',
    ].join('\n');
    expect(parseProcessList(text)).toEqual([
      { pid: 1, parent: 0, group: 1, startTime: 'Mon Nov 16 04:10:00 2026', runId: null },
      { pid: 501, parent: 499, group: 501, startTime: 'Mon Nov 16 04:11:07 2026', runId: 'a-1' },
    ]);
  });
});

describe.runIf(process.platform === 'linux')('LinuxProcessTable', () => {
  it('sees this process', async () => {
    const table = new LinuxProcessTable();
    const rows = await table.list();
    const us = rows.find(({ pid }) => pid === process.pid);
    expect(us?.parent).toBe(process.ppid);
    expect(us?.startTime).toBe(await table.startTimeOf(process.pid));
    expect(await table.startTimeOf(2 ** 30)).toBeNull();
  });
});

describe('SharedProcessTable', () => {
  it('makes one list for all simultaneous callers, and never returns one older than the call', async () => {
    const finish: ((rows: ProcessRow[]) => void)[] = [];
    const table = new SharedProcessTable({
      list: () => new Promise((resolve) => finish.push(resolve)),
      startTimeOf: async () => null,
    });
    const first = table.list();
    const second = table.list();
    const third = table.list();
    expect(finish).toHaveLength(1);
    finish[0]?.([row(1)]);
    expect(await first).toEqual([row(1)]);
    await setImmediate();
    expect(finish).toHaveLength(2);
    finish[1]?.([row(2)]);
    expect(await Promise.all([second, third])).toEqual([[row(2)], [row(2)]]);
    void table.list();
    expect(finish).toHaveLength(3);
  });

  it('continues after a listing that failed', async () => {
    let calls = 0;
    const table = new SharedProcessTable({
      list: async () => {
        if (++calls === 1) throw new Error('no /proc');
        return [];
      },
      startTimeOf: async () => null,
    });
    const [first, second] = [table.list(), table.list()];
    await expect(first).rejects.toThrowError('no /proc');
    expect(await second).toEqual([]);
  });
});

import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBundle } from '#test/support/bundle';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { takenInTurn, takesAll, turnOfToday } from '../../../scripts/testing/rotation.mjs';
import { House } from '../../fixtures/damage/house';

// Shows I19.

/** So many that some session is in the trash, and some of each kind are not. */
const FACTS = 36;

const folder = new TemporaryFolder();
let house: House;
let data: string;
beforeAll(async () => {
  const program = await sharedBundle('test/fixtures/damage/engine.ts');
  house = await House.build(folder, program);
  await house.workUntilKilled(FACTS, 0);
  house.expectWhole(await house.look(), 'nothing');
  data = join(house.user, 'data');
}, 900_000);
afterAll(() => folder.dispose());

/** Does something to the data folder, and gives what takes exactly that back. */
type Attack = () => () => void;

/** Sessions that are in use, with a file that all of them have. */
function sessions(): readonly [string, string] {
  const names = readdirSync(join(data, 'sessions')).filter((name) =>
    existsSync(join(data, 'airlock', name, 'ledger.ndjson')),
  );
  const [one, two] = names;
  if (one === undefined || two === undefined) throw new Error('There are too few sessions.');
  return [one, two];
}

function change(path: string, make: (bytes: Buffer) => Buffer | string): () => void {
  const bytes = readFileSync(path);
  writeFileSync(path, make(bytes));
  return () => writeFileSync(path, bytes);
}

function moved(from: string, to: string): () => void {
  renameSync(from, to);
  return () => {
    rmSync(from, { recursive: true, force: true });
    renameSync(to, from);
  };
}

function closed(...parts: readonly string[]): Attack {
  return () => {
    const path = join(data, ...parts);
    chmodSync(path, 0o000);
    return () => chmodSync(path, 0o700);
  };
}

function both(...attacks: readonly Attack[]): Attack {
  return () => {
    const undos = attacks.map((attack) => attack());
    return () => {
      for (const undo of undos.toReversed()) undo();
    };
  };
}

/** The file of one session in the place of the other's. */
function given(place: string, file: string): Attack {
  return () => {
    const [one, two] = sessions();
    const path = join(data, place, two, file);
    const bytes = readFileSync(path);
    copyFileSync(join(data, place, one, file), path);
    return () => writeFileSync(path, bytes);
  };
}

const attacks: Readonly<Record<string, Attack>> = {
  'a log and the catalogue are damaged': both(
    () => change(join(data, 'sessions', sessions()[0], 'log.ndjson'), () => ''),
    () => change(join(data, 'catalogue.json'), () => 'no catalogue'),
  ),
  'a record is missing and its ledger damaged': () => {
    const at = join(data, 'airlock', sessions()[0]);
    const undo = change(join(at, 'ledger.ndjson'), (bytes) => Buffer.from(bytes.toReversed()));
    const back = moved(join(at, 'airlock.json'), folder.join('away', 'record'));
    return () => {
      back();
      undo();
    };
  },
  'the logs of all sessions are empty': () => {
    const undos = sessions().map((id) =>
      change(join(data, 'sessions', id, 'log.ndjson'), () => ''),
    );
    return () => undos.forEach((undo) => void undo());
  },
  'a log ends within a character': () =>
    change(join(data, 'sessions', sessions()[0], 'log.ndjson'), (bytes) =>
      Buffer.concat([bytes, Buffer.from('{"v":1,"type":"message","text":"é').subarray(0, -1)]),
    ),
  'a log contains an incomplete character': () =>
    change(join(data, 'sessions', sessions()[0], 'log.ndjson'), (bytes) =>
      Buffer.concat([bytes, Buffer.from([0xc3, 0x0a])]),
    ),
  'a pack is another session’s': given('sessions', 'blobs.pack'),
  'a log is another session’s': given('sessions', 'log.ndjson'),
  'a ledger is another session’s': given('airlock', 'ledger.ndjson'),
  'a record is another session’s': given('airlock', 'airlock.json'),
  'the sessions are unreadable': closed('sessions'),
  'the ledgers are unreadable': closed('airlock'),
  'the copies are unreadable': closed('worktrees'),
  'the trash is unreadable': closed('trash'),
  'all data is unreadable': closed(),
  'all data is read-only': () => {
    const paths = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
    const modes = [data, ...paths].map((path) => [path, lstatSync(path).mode] as const);
    for (const [path, mode] of modes) chmodSync(path, mode & ~0o222);
    return () => {
      for (const [path, mode] of modes) if (existsSync(path)) chmodSync(path, mode);
    };
  },
  'the sessions are missing': () => moved(join(data, 'sessions'), folder.join('away', 'sessions')),
  'the ledgers are missing': () => moved(join(data, 'airlock'), folder.join('away', 'airlock')),
  'the trash is missing': () => moved(join(data, 'trash'), folder.join('away', 'trash')),
  'a session’s folder has another name': () => {
    const path = join(data, 'sessions', sessions()[0]);
    return moved(path, `${path} (copy)`);
  },
  'a session’s folder has the name of another session': () => {
    const path = join(data, 'sessions', sessions()[0]);
    return moved(path, join(data, 'sessions', 'ses_renamedbyhand'));
  },
  'a session’s folder exists twice, in different case': () => {
    const path = join(data, 'sessions', sessions()[0]);
    const twin = path.replace('ses_', 'SES_');
    cpSync(path, twin, { recursive: true });
    return () => rmSync(twin, { recursive: true });
  },
  'a session’s ledger folder is missing': () => {
    const [one] = sessions();
    return moved(join(data, 'airlock', one), folder.join('away', 'one'));
  },
};

/** What can be told from what is there, and so must be said. */
const said: ReadonlySet<string> = new Set([
  'a log and the catalogue are damaged',
  'a record is missing and its ledger damaged',
  'the logs of all sessions are empty',
  'a log contains an incomplete character',
  'a log is another session’s',
  'a ledger is another session’s',
  'a record is another session’s',
  'the sessions are unreadable',
  'the ledgers are unreadable',
  'the copies are unreadable',
  'the trash is unreadable',
  'all data is unreadable',
  'the sessions are missing',
  'the ledgers are missing',
  'a session’s ledger folder is missing',
]);

/** One run makes so many of the attacks, each of which starts the app twice. */
const SHARE = 1 / 3;
const turn = turnOfToday();
const taken = takenInTurn(Object.entries(attacks), takesAll() ? 1 : SHARE, turn);

describe(`the app loses nothing, turn ${turn}, when`, () => {
  it.each(taken)('%s', { timeout: 240_000 }, async (name, attack) => {
    const before = house.contents();
    const undo = attack();
    const found = await house.look().finally(undo);
    house.expectKept(before, name);
    expect(found.unexpected).toEqual([]);
    house.expectTold(found, name);
    if (said.has(name)) expect(found.said).not.toEqual([]);
    house.expectWhole(await house.look(), name);
  });

  it('it is started twice at the same time', { timeout: 240_000 }, async () => {
    const before = house.contents();
    await Promise.all([house.look(), house.look()]);
    house.expectKept(before, 'two starts');
    house.expectWhole(await house.look(), 'two starts');
  });
});

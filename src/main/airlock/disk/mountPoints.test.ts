import { expect, it } from 'vitest';
import { parseMountPoints } from './mountPoints';

const TABLE = [
  '22 1 0:20 / / rw shared:1 - ext4 /dev/sda1 rw',
  '30 22 0:31 / /home/me/project rw - ext4 /dev/sdb1 rw',
  '31 30 0:32 / /home/me/project/data\\040set rw,noatime shared:2 master:1 - nfs4 host:/data rw',
  '32 30 0:33 / /home/me/project/deep/er rw - tmpfs tmpfs rw',
  '33 32 0:34 / /home/me/project/deep/er rw - tmpfs tmpfs rw',
  '34 22 0:35 / /home/me/project-two/data rw - tmpfs tmpfs rw',
  '',
].join('\n');

it.each([
  ['/home/me/project', ['/home/me/project/data set', '/home/me/project/deep/er']],
  ['/home/me/project/deep', ['/home/me/project/deep/er']],
  ['/home/me/other', []],
])('reads what is mounted below %s', (folder, points) => {
  expect(parseMountPoints(TABLE, folder)).toEqual(points);
});

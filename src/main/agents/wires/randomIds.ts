import { randomName } from '#main/base/files/randomName';
import { createIdSource } from '#shared/ids';

export const randomIds = createIdSource(randomName);

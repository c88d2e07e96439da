import { randomName } from '#main/base/randomName';
import { createIdSource } from '#shared/ids';

export const randomIds = createIdSource(randomName);

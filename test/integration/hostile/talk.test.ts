import { describeModes } from './describeModes';

describeModes('start', 'wire', 'turn', 'question', 'secret', 'screen');

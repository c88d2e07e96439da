import { describeModes } from './describeModes';

describeModes('flood', 'file', 'terminal', 'process', 'chaos');

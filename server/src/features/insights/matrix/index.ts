import type { Feature } from '../../feature.ts';
import { matrixRoutes } from './routes.ts';

export {
  isHighlight,
  isSimulated,
  joinsOfAll,
  namedPersonOfAll,
  ofAllFiles,
  personIdOfAll,
  scoreOfAll,
  speakerRow,
  speakers,
  tone,
  toneScore,
} from './highlights.ts';

/** Who said something about what, as a table. It has no tables of its own. */
export const createMatrix = (): Feature => ({ routes: matrixRoutes() });

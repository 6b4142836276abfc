// `npm run arrows`: writes the floor plan of the server (scripts/lib/arrows.mjs) into ARCHITECTURE.md.
import { writeArrows } from './lib/arrows.mjs';

writeArrows();

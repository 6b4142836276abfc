/** The engine without workers, for a program that measures and does nothing else. */
export { engine_version, initSync, StudyMeasurements } from '../../wasm/full/engine.js';

export { seededRandom, settableClock } from './determinism.ts'

export {
  type By,
  type Called,
  type CallingScenario,
  type Calls,
  callsOn,
  type Input,
  MISSING_IDS,
  scenarioOn,
} from './caller.ts'
export { type TestEngine, testEngine } from './engine.ts'
export { fixedReports, servicesOn, sessionsOn } from './services.ts'
export { toolInputs, WRITE_INPUTS, type WriteInputs, writeInputs } from './write-inputs.ts'

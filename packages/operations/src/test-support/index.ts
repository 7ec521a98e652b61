export {
  approveChangeFor,
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
export { rejectedInput, seedGiven, toolInputs, type WriteInputs, writeInputs } from './examples.ts'
export { fixedReports, servicesOn, sessionsOn } from './services.ts'

export { DemoFile, ensureDemo, readDemoFile } from './demo.ts'
export { operationServices } from './operation-services.ts'
export { type GoogleSettings, parseSettings, type Settings, SettingsError } from './settings.ts'
export { openAnalyticsEngine, openControlData, type Surroundings } from './stores.ts'

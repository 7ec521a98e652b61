export { type CleanUpOptions, cleanUpAfterSearchConsole } from './clean-up.ts'
export { ProviderFailure } from './failures.ts'
export { type SearchConsoleGrant, type SearchConsoleGrants, searchConsoleGrants } from './grants.ts'
export { type SearchConsoleSyncOptions, syncSearchConsole } from './sync.ts'

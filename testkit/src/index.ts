export {
  type ClickHouseHttp,
  type ClickHouseHttpOptions,
  startClickHouseHttp,
  TEST_CLUSTER,
  TWICE_CLUSTER,
} from './clickhouse-http.ts'
export { type CommittedClaim, commitClaim } from './committed-claim.ts'
export { type CommittingStore, committingStore } from './committing-store.ts'
export { type FreshDatabase, freshDatabase, migratedDatabase } from './databases.ts'
export { deleteRows } from './delete-rows.ts'
export { seededRandom, settableClock } from './determinism.ts'
export { DIALECTS, describeEachDialect, type TestDatabase, testDatabase } from './each-dialect.ts'
export { freePort } from './free-port.ts'
export { mmdb } from './mmdb.ts'
export { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
export { countRoundTrips } from './round-trips.ts'
export { runSql } from './run-sql.ts'
export { type Scenario, scenario, seedConnection, seedSession } from './scenario.ts'
export {
  type SeededPerson,
  type SeededProduct,
  type SeededProductKey,
  type SeededSharedLink,
  type SeededToken,
  type SeedTarget,
  seedAccount,
  seedFunnel,
  seedProduct,
  seedProductKey,
  seedProductOf,
  seedReport,
  seedSharedLink,
  seedToken,
  seedTrust,
} from './seed.ts'
export { type Snapshot, snapshot } from './snapshot.ts'
export { type Ceremony, softwareAuthenticator } from './software-authenticator.ts'
export { type TestServer, testServer } from './test-server.ts'

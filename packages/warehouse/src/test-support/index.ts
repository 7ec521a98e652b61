export { engineShare } from './engine-share.ts'
export { eventRow } from './event-row.ts'
export { onThisNode, openTestCluster, type TestCluster } from './test-cluster.ts'
export { openTestEngine } from './test-engine.ts'

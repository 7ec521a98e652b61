import { memoryStores } from './memory-stores.ts'
import { describeStores } from './test-support/stores-contract.ts'

describeStores('in memory', () => ({ stores: memoryStores() }))

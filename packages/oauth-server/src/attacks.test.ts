import { memoryStores } from './memory-stores.ts'
import { describeAttacks } from './test-support/attacks.ts'

describeAttacks('in memory', () => ({ stores: memoryStores() }))

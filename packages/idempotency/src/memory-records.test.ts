import { describe, it } from 'vitest'
import { memoryRecords } from './memory-records.ts'
import { memoryHost } from './test-support/memory-host.ts'
import { testRecordStore } from './testing.ts'

testRecordStore({ describe, it }, 'memory', async () => memoryHost(memoryRecords()), { rollsBack: false })

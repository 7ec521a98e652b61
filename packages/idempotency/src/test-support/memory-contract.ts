/** The contract of records under `node:test`, as a file of a host. */
import { describe, it } from 'node:test'
import { memoryRecords } from '../index.ts'
import { testRecordStore } from '../testing.ts'
import { memoryHost } from './memory-host.ts'

testRecordStore({ describe, it }, 'memory', async () => memoryHost(memoryRecords()), { rollsBack: false })

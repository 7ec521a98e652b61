import { parseSettings } from '@footfall/config'
import { expect, it } from 'vitest'
import { engineFailure } from './analytics-engine.ts'

const LIBRARY = "/lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by chdb_node.node)"

it.each([LIBRARY, `failed to load native binding from @chdb/lib-linux-x64-gnu: ${LIBRARY}`])(
  'a system that is too old for the embedded engine is named as such, and not its disk: %s',
  (message) => {
    const { found, fix } = engineFailure(new Error(message), parseSettings({ DATA_DIR: '/data' }))
    expect(found).toContain('GLIBCXX_3.4.32')
    expect(fix).toMatch(/too old for the engine.*CLICKHOUSE_URL/)
    expect(fix).not.toContain('disk')
  },
)

// node read-events.ts DIRECTORY: prints the number of every event that the load has sent, one a line.
import { openEngine } from '@footfall/warehouse'

const engine = await openEngine({ embedded: { path: process.argv[2] ?? '' } })
const rows = await engine.rows<{ n: number }>("SELECT toUInt32(props['n']) AS n FROM events WHERE name = 'Sequence'")
process.stdout.write(rows.map(({ n }) => n).join('\n'))
await engine.close()

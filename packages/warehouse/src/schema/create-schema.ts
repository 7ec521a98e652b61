import type { Engine } from '../engine/engine.ts'
import { requireVersion } from '../engine/version.ts'
import { sql, text } from '../sql/literal.ts'
import {
  addColumns,
  alterTable,
  alterView,
  createTable,
  createView,
  newSharding,
  type Place,
  widenWindow,
} from './statements.ts'
import {
  CLASS_COLUMN,
  DIMENSION_COLUMNS,
  EVENT_ID_COLUMN,
  EVENTS,
  EVIDENCE_COLUMN,
  IMPORT_COLUMN,
  MERGED_AT_ONCE,
  MERGED_LATER,
  PAGE_REPORT_COLUMNS,
  QUARTER_ORDER,
  ROLLUP_VIEWS,
  TABLES,
  type Table,
  VERIFIED_COLUMN,
  VIEWS,
} from './tables.ts'
import { storedName } from './topology.ts'

/**
 * Raised with every change to `tables.ts` that an older table has to follow; says which below. A dimension with a new
 * column needs no more than this: every migration adds the columns of dimensions that a table lacks.
 */
export const SCHEMA_VERSION = 10

interface Migration {
  readonly version: number
  readonly statements: (place: Place) => readonly string[]
}

/** Columns that version 1 compressed with LZ4. Rows are compressed again in the next merge. */
const REPACKED: readonly string[] = [
  ...['visit', 'engaged_ms', 'scroll', 'revenue', 'props', 'name', 'hostname', 'country', 'currency', 'tracker'],
  ...['channel', 'source', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
  ...['region', 'city', 'language', 'device', 'browser', 'browser_version', 'os', 'os_version', 'screen_size'],
].map((column) => `MODIFY COLUMN ${column} CODEC(ZSTD(1))`)

/** In the order of the table of dimensions, as in a new table. */
const DIMENSIONS_IN_ORDER: readonly string[] = DIMENSION_COLUMNS.map(
  ({ definition }, i) => `${definition} AFTER ${DIMENSION_COLUMNS[i - 1]?.name ?? 'gap_ms'}`,
)

const MIGRATIONS: readonly Migration[] = [
  ...TABLES.map(({ name }) => ({
    version: 2,
    statements: (place: Place) => [alterTable(name, widenWindow(place), place)],
  })),
  {
    version: 2,
    statements: (place) => {
      const repacked = [
        ...REPACKED,
        'MODIFY COLUMN gap_ms CODEC(T64, LZ4)',
        ...['path', 'entry_path', 'referrer'].map((column) => `MODIFY COLUMN ${column} CODEC(ZSTD(3))`),
      ]
      return [alterTable('events', repacked.join(', '), place)]
    },
  },
  {
    version: 4,
    statements: (place) => [
      ...addColumns('events', ['identified UInt8 CODEC(ZSTD(1)) AFTER visitor'], place),
      ...newSharding(EVENTS, place),
    ],
  },
  {
    version: 5,
    statements: (place) => [
      ...['events', 'crawler_hits'].flatMap((table) => addColumns(table, [IMPORT_COLUMN], place)),
      ...addColumns('events', PAGE_REPORT_COLUMNS, place),
    ],
  },
  {
    version: 6,
    statements: (place) => addColumns('events', [EVENT_ID_COLUMN], place),
  },
  {
    version: 7,
    statements: (place) => [alterTable('events', `MODIFY SETTING ${MERGED_AT_ONCE}`, place)],
  },
  {
    version: 8,
    statements: (place) => (place.isEmbedded ? [alterTable('events', `MODIFY SETTING ${MERGED_LATER}`, place)] : []),
  },
  {
    version: 9,
    statements: (place) => [
      ...addColumns('events', [EVIDENCE_COLUMN], place),
      // In one statement: only a column that it adds may come to the order.
      alterTable(
        'events_15m',
        `ADD COLUMN IF NOT EXISTS ${CLASS_COLUMN} AFTER t, MODIFY ORDER BY ${QUARTER_ORDER}`,
        place,
      ),
      ...addColumns('events_15m', [`${CLASS_COLUMN} AFTER t`], place),
      ...ROLLUP_VIEWS.flatMap((view) => [createView(view, place), alterView(view, place)]),
    ],
  },
  {
    version: 10,
    statements: (place) => addColumns('crawler_hits', [`${VERIFIED_COLUMN} AFTER seen_by`], place),
  },
  {
    version: SCHEMA_VERSION,
    statements: (place) => addColumns('events', DIMENSIONS_IN_ORDER, place),
  },
]

/** What was done for the tables and views. */
export type SchemaChange = 'none' | 'created' | 'upgraded'

/**
 * Makes what is missing and brings what is older up to date. A table says in its comment which version it has, so a
 * start with nothing to do is one query. Every statement may be run again and by several processes at once, and one
 * that was cut off is completed by the next start.
 *
 * On a cluster a start needs no node that is down: only nodes that answer are asked what they lack. Throws `EngineTooOld`.
 */
export async function createSchema(engine: Engine): Promise<SchemaChange> {
  if (engine.kind === 'remote') await requireVersion(engine)
  const place = await placeOf(engine)
  const found = await findTables(engine, place)
  const missing = missingFrom(found, place)
  const versions = found.flatMap((node) =>
    TABLES.flatMap(({ name }) => versionOf(node.get(storedName(name, place))) ?? []),
  )
  const oldest = Math.min(SCHEMA_VERSION, ...versions)
  if (missing.length === 0 && oldest === SCHEMA_VERSION) return 'none'
  // Views last: what they select may be new to a table.
  const statements = [...tableStatements(place), ...migrationStatements(place, oldest), ...viewStatements(place)]
  for (const statement of [...statements, ...commentStatements(place, oldest)]) await engine.run(statement)
  return versions.length === 0 ? 'created' : 'upgraded'
}

/** The tables and views that `createSchema` would make; changes nothing. */
export async function missingTables(engine: Engine): Promise<readonly string[]> {
  const place = await placeOf(engine)
  return missingFrom(await findTables(engine, place), place)
}

/** The tables of an older version, which `createSchema` would alter; changes nothing. */
export async function outdatedTables(engine: Engine): Promise<readonly string[]> {
  const place = await placeOf(engine)
  const found = await findTables(engine, place)
  const isOld = (comment: string | undefined) => (versionOf(comment) ?? SCHEMA_VERSION) < SCHEMA_VERSION
  return TABLES.map(({ name }) => storedName(name, place)).filter((name) => found.some((node) => isOld(node.get(name))))
}

/** Creates a table that not every installation needs, and adds the columns that an older one lacks. */
export async function ensureTable(engine: Engine, table: Table): Promise<void> {
  const place = await placeOf(engine)
  for (const statement of createTable(table, place, COMMENT)) await engine.run(statement)
  if (table.later) for (const statement of addColumns(table.name, table.later, place)) await engine.run(statement)
}

/** In this order: views after the tables they read and write. */
export function schemaStatements(place: Place): readonly string[] {
  return [...tableStatements(place), ...viewStatements(place)]
}

function tableStatements(place: Place): readonly string[] {
  return TABLES.flatMap((table) => createTable(table, place, COMMENT))
}

function viewStatements(place: Place): readonly string[] {
  return VIEWS.map((view) => createView(view, place))
}

/** From a version to the current one, without the comments. */
export function migrationStatements(place: Place, from: number): readonly string[] {
  return MIGRATIONS.filter(({ version }) => version > from).flatMap(({ statements }) => statements(place))
}

/** Run last: they mark the tables as being of the current version. */
function commentStatements(place: Place, from: number): readonly string[] {
  if (from >= SCHEMA_VERSION) return []
  return TABLES.map(({ name }) => alterTable(name, `MODIFY COMMENT '${COMMENT}'`, place))
}

const COMMENT_START = 'footfall schema '
const COMMENT = `${COMMENT_START}${SCHEMA_VERSION}`

/** A table without a comment is from before there were versions; one that is missing has none. */
function versionOf(comment: string | undefined): number | undefined {
  if (comment === undefined) return undefined
  const [, version] = /^footfall schema (\d+)$/.exec(comment) ?? []
  return version === undefined ? 1 : Number(version)
}

async function placeOf(engine: Engine): Promise<Place> {
  const [row] = await engine.rows<{ name: string }>('SELECT currentDatabase() AS name', { purpose: 'maintenance' })
  return { cluster: engine.cluster, database: row?.name ?? 'default', isEmbedded: engine.kind === 'embedded' }
}

function namesOf(place: Place): readonly string[] {
  const tables = TABLES.map(({ name }) => name)
  return [...new Set([...tables, ...tables.map((name) => storedName(name, place)), ...VIEWS.map(({ name }) => name)])]
}

type Tables = ReadonlyMap<string, string>

function missingFrom(nodes: readonly Tables[], place: Place): readonly string[] {
  return namesOf(place).filter((name) => nodes.some((node) => !node.has(name)))
}

/** The tables, with their comments, of each node that answers. */
async function findTables(engine: Engine, { cluster, database }: Place): Promise<readonly Tables[]> {
  const tables = cluster === undefined ? sql`system.tables` : sql`clusterAllReplicas(${text(cluster)}, system.tables)`
  // Tables of other databases are read too, so that a node without any of ours has a row.
  const rows = await engine.rows<{ names: readonly string[]; comments: readonly string[] }>(
    sql`SELECT names, comments FROM (
  SELECT hostName() AS node, groupArrayIf(name, database = ${text(database)}) AS names,
    groupArrayIf(comment, database = ${text(database)}) AS comments
  FROM ${tables} GROUP BY node SETTINGS skip_unavailable_shards = 1)`.text,
    { purpose: 'maintenance' },
  )
  return rows.map(({ names, comments }) => new Map(names.map((name, i) => [name, comments[i] ?? ''])))
}

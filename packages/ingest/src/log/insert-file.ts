import { VISIT_ATTRIBUTES } from '@footfall/core-domain'
import { type Engine, identifier, insertSettings, integer, joinSql, sql, text } from '@footfall/warehouse'
import { ATTRIBUTE_SEPARATOR, EVENT_LINE_COLUMNS, EVENT_LINE_FIELDS } from './event-line.ts'
import { EVENT_LINE_START } from './records.ts'

/**
 * The file is one block, since a token stands for one. Lines of other tables have fewer fields, and are passed over. One
 * thread: with several, reading costs a tenth more.
 */
const AS_ONE_BLOCK: readonly string[] = [
  'max_threads = 1',
  'min_insert_block_size_rows = 100000000',
  'min_insert_block_size_bytes = 100000000000',
  'max_insert_block_size = 100000000',
  'max_block_size = 65409',
  'input_format_parallel_parsing = 0',
  'input_format_tsv_allow_variable_number_of_columns = 1',
]

const STRUCTURE = [
  'head LowCardinality(String)',
  'attributes String',
  ...EVENT_LINE_FIELDS.map(({ column, type }) => `${column} ${type}`),
].join(', ')

const ATTRIBUTES = VISIT_ATTRIBUTES.map((name, i) => {
  const value = sql`attribute[${integer(i + 1)}]`
  return name === 'country' ? sql`toFixedString(${value}, 2)` : value
})
const COLUMNS = joinSql(
  [sql`substringIndex(head, ' ', -1)`, ...ATTRIBUTES, ...EVENT_LINE_FIELDS.map(({ column }) => identifier(column))],
  ', ',
)

/**
 * Has the embedded engine read the events of a file of the log: a text that is handed over is copied several times, and
 * its labels are looked up one by one. The token is that of an insert of the same rows as text.
 */
export async function insertFile(engine: Engine, path: string, token: string): Promise<void> {
  const rows = sql`SELECT ${COLUMNS}
FROM (
  SELECT *, splitByChar(${text(ATTRIBUTE_SEPARATOR)}, attributes) AS attribute
  FROM file(${text(path)}, 'TSV', ${text(STRUCTURE)})
  WHERE startsWith(head, ${text(EVENT_LINE_START)})
)`
  const settings = [...insertSettings(token, engine.cluster), ...AS_ONE_BLOCK].join(', ')
  await engine.run(`INSERT INTO events (${EVENT_LINE_COLUMNS.join(', ')}) SETTINGS ${settings}\n${rows.text}`, {
    purpose: 'ingest',
  })
}

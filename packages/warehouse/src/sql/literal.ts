/**
 * The only way a value enters SQL. Bound parameters would do the same, but the embedded engine runs statements that
 * carry them one at a time for the whole process (docs: `analytics.md`), so values are written into the text in forms
 * that cannot end early: digits, and strings as hexadecimal.
 *
 * `Sql` cannot be made from a string outside this file: only the tag `sql`, whose fixed parts are source code, and the
 * encoders below make one.
 */
declare const proof: unique symbol
export interface Sql {
  readonly [proof]: 'Sql'
  readonly text: string
}

/** A piece of SQL. Holes take other pieces and encoded literals, never bare strings or numbers. */
export function sql(parts: TemplateStringsArray, ...holes: readonly Sql[]): Sql {
  return fragment(parts.reduce((text, part, i) => text + (holes[i - 1]?.text ?? '') + part))
}

export function joinSql(
  pieces: readonly Sql[],
  separator: ', ' | ' AND ' | ' OR ' | ' + ' | '\n' | '\nUNION ALL\n',
): Sql {
  return fragment(pieces.map((piece) => piece.text).join(separator))
}

const INT64_MIN = -(1n << 63n)
const UINT64_MAX = (1n << 64n) - 1n

/** A string of any content: quotes, NUL, any script. */
export function text(value: string): Sql {
  return fragment(hex(value))
}

/** A whole number that JavaScript holds exactly: a safe number, or a bigint of 64 bits. */
export function integer(value: number | bigint): Sql {
  const isExact = typeof value === 'bigint' ? value >= INT64_MIN && value <= UINT64_MAX : Number.isSafeInteger(value)
  if (!isExact) throw new TypeError('not a safe integer')
  // In parentheses, so that `a-` before a negative number does not become a comment.
  return fragment(value < 0 ? `(${value})` : String(value))
}

/** A 64-bit id, as decimal text. */
export function uint64(value: string | bigint): Sql {
  const digits = String(value)
  if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > UINT64_MAX) throw new TypeError('not a UInt64')
  return fragment(`toUInt64('${digits}')`)
}

export function float(value: number): Sql {
  if (!Number.isFinite(value)) throw new TypeError('not a finite number')
  return fragment(`toFloat64('${Object.is(value, -0) ? '-0' : value}')`)
}

/** A calendar day `YYYY-MM-DD`. */
export function date(value: string): Sql {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw new TypeError('not a calendar day')
  return fragment(`toDate32('${value}')`)
}

/** An instant with its milliseconds, for `DateTime64(3)` columns. */
export function dateTime64(epochMs: number): Sql {
  return fragment(`fromUnixTimestamp64Milli(toInt64(${integer(epochMs).text}), 'UTC')`)
}

/** An instant cut to its second, for `DateTime` columns. */
export function dateTime(epochMs: number): Sql {
  return fragment(`toDateTime(${integer(Math.floor(epochMs / 1000)).text}, 'UTC')`)
}

/** Any of the literals above, as an array. `of` gives the type to an empty one. */
export function array(items: readonly Sql[], of: 'String' | 'Int64'): Sql {
  return fragment(`CAST([${items.map((item) => item.text).join(', ')}], 'Array(${of})')`)
}

/** The names of columns and tables: constants of the source, checked all the same. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new TypeError('not an identifier')
  return fragment(name)
}

/** The name of a cluster comes from the settings of the service, which reject other names too. */
export function clusterName(name: string): Sql {
  if (!/^[a-z_]\w{0,62}$/i.test(name)) throw new TypeError('not the name of a cluster')
  return fragment(name)
}

/** ClickHouse accepts no function in place of the token, so it is written as plain hexadecimal. */
export function tokenLiteral(token: string): string {
  return `'${Buffer.from(token, 'utf8').toString('hex')}'`
}

function hex(value: string): string {
  return `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`
}

function fragment(source: string): Sql {
  return { text: source } as Sql
}

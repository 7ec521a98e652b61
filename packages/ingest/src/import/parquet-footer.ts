import { open } from 'node:fs/promises'
import { InvalidRequest } from '@footfall/core-domain'

/** More than any file of events has: a few hundred bytes for each column of each row group. */
const FOOTER_BYTES_MAX = 16 * 1024 ** 2
/** A row of events takes several bytes, however well it is compressed. A few bytes of Parquet can repeat a row a billion times. */
const ROWS_PER_BYTE_MAX = 20
const MAGIC = 'PAR1'
/** The length of the footer and the magic bytes, at the end of the file. */
const TAIL_BYTES = 8

/** Throws `InvalidRequest` for a file whose footer cannot be read, or has more rows than a file of its size can contain. */
export async function assertParquetRows(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    if (size < MAGIC.length + TAIL_BYTES) throw rejected('cannot be read as Parquet')
    const tail = await read(size - TAIL_BYTES, TAIL_BYTES)
    const length = tail.readUInt32LE(0)
    if (tail.toString('latin1', 4) !== MAGIC || length > size - TAIL_BYTES) throw rejected('cannot be read as Parquet')
    if (length > FOOTER_BYTES_MAX)
      throw rejected(`has a Parquet footer of more than ${FOOTER_BYTES_MAX.toLocaleString('en')} bytes`)
    const rows = rowsOf(await read(size - TAIL_BYTES - length, length))
    if (rows === undefined) throw rejected('cannot be read as Parquet')
    if (rows > size * ROWS_PER_BYTE_MAX)
      throw rejected(
        `has ${rows.toLocaleString('en')} rows in ${size.toLocaleString('en')} bytes, and may have at most ${ROWS_PER_BYTE_MAX} rows for each byte`,
      )
  } finally {
    await file.close()
  }
}

const rejected = (message: string) => new InvalidRequest([{ path: 'file', message }])

/** The field `num_rows` of `FileMetaData`, which is in the compact protocol of Thrift; undefined where that does not hold. */
function rowsOf(footer: Buffer): bigint | undefined {
  try {
    const reader = compactReader(footer)
    let rows: bigint | undefined
    reader.fields((id, type) => {
      if (id === NUM_ROWS && type === I64) rows = reader.integer()
      else reader.skip(type)
      return rows === undefined
    })
    return rows === undefined || rows < 0n ? undefined : rows
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const NUM_ROWS = 3
const DEPTH_MAX = 32
/**
 * The maximum number of values before the number of rows. The schema has about ten for each column. Reading them blocks the
 * process.
 */
const SKIPPED_MAX = 100_000
const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
]

/** Throws `RangeError` for bytes that do not follow the protocol. */
function compactReader(bytes: Buffer) {
  let at = 0
  let depth = 0
  let skipped = 0

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is too long')
  }

  function integer(): bigint {
    const value = varint()
    return (value >> 1n) ^ -(value & 1n)
  }

  /** Calls back for each field of a struct, while it returns true. The callback must read the value. */
  function fields(each: (id: number, type: number) => boolean): void {
    for (let id = 0; ; ) {
      const header = bytes.readUInt8(at++)
      if (header === 0) return
      const delta = header >> 4
      id = delta === 0 ? Number(integer()) : id + delta
      if (!each(id, header & 0x0f)) return
    }
  }

  function elements(): { readonly count: number; readonly type: number } {
    const header = bytes.readUInt8(at++)
    const short = header >> 4
    return { count: short === 15 ? Number(varint()) : short, type: header & 0x0f }
  }

  function skip(type: number, isElement = false): void {
    if (++depth > DEPTH_MAX) throw new RangeError('structures are too deep')
    if (++skipped > SKIPPED_MAX) throw new RangeError('values before the number of rows are too many')
    switch (type) {
      case TRUE:
      case FALSE:
        // A field has its truth value in its type, an element of a list in a byte.
        if (isElement) at++
        break
      case BYTE:
        at++
        break
      case I16:
      case I32:
      case I64:
        varint()
        break
      case DOUBLE:
        at += 8
        break
      case BINARY: {
        const length = Number(varint())
        at += length
        break
      }
      case LIST:
      case SET: {
        const list = elements()
        // Each takes a byte at least, so that a long list of nothing ends with the footer.
        for (let i = 0; i < list.count; i++) skip(list.type, true)
        break
      }
      case MAP: {
        const count = Number(varint())
        const types = count === 0 ? 0 : bytes.readUInt8(at++)
        for (let i = 0; i < count; i++) {
          skip(types >> 4, true)
          skip(types & 0x0f, true)
        }
        break
      }
      case STRUCT:
        fields((_, field) => {
          skip(field)
          return true
        })
        break
      default:
        throw new RangeError('a type is unknown')
    }
    if (at > bytes.length) throw new RangeError('the footer is cut off')
    depth--
  }

  return { integer, fields, skip }
}

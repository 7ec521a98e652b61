import {
  byName,
  type Dimension,
  IMPORTED_NUMBERS,
  type ImportedDay,
  type ImportedNumber,
  type ImportId,
  type ImportSource,
  type LocalDate,
  type ProductId,
} from '@footfall/core-domain'

/** A row of `imported_days` as JSONEachRow. */
export interface ImportedDayRow extends Readonly<Record<ImportedNumber, number | null>> {
  readonly product_id: ProductId
  readonly import: ImportId
  readonly source: ImportSource
  readonly day: LocalDate
  /** Empty for the numbers of the whole product. */
  readonly dimension: Dimension | ''
  /** The first of `keys`; empty for the whole product. */
  readonly key: string
  readonly keys: readonly string[]
}

/** The row of a line of daily numbers. What its source does not report is null. */
export function importedDayRow(
  product: ProductId,
  importId: ImportId,
  source: ImportSource,
  { day, dimension, keys, numbers }: ImportedDay,
): ImportedDayRow {
  const [key = ''] = keys
  return {
    product_id: product,
    import: importId,
    source,
    day,
    dimension: dimension ?? '',
    key,
    keys,
    ...byName(IMPORTED_NUMBERS, (name) => numbers[name] ?? null),
  }
}

/** Everything that is said about a dimension in one place. The table below has one row for each. */
export interface DimensionDefinition {
  /** What people read. */
  readonly label: string
  readonly description: string
  /** Other names that a question may use for it. */
  readonly alsoCalled?: readonly string[]
  /** What a condition on it chooses: visits, all events of which share the value, or single events. */
  readonly about: 'visit' | 'event'
  /** Whether its values are text that anybody who visits can choose. Values of lists, of databases and of members are not. */
  readonly writtenByVisitors: boolean
  /** The column of `events` that holds it. Absent where it is computed from several columns or rows. */
  readonly column?: DimensionColumn
  /** Set where values are numbers that conditions compare. Nothing is broken down by them. */
  readonly isNumber?: true
  /** Every value that there can be. Absent where visitors, pages or databases decide on the values. */
  readonly vocabulary?: readonly string[]
  /** The query parameter of a visit’s first page that holds the value. */
  readonly parameter?: string
  /** The field of the same name in exports and imports. Absent where it is derived from other fields. */
  readonly field?: DimensionField
}

/** What an import does with a field: it takes its value, or accepts it and works the value out anew. */
export interface DimensionField {
  readonly taken: boolean
  readonly description: string
}

/** `text` has many values, `label` has few, `country` has two letters. */
export interface DimensionColumn<Name extends string = string> {
  readonly name: Name
  readonly type: 'text' | 'label' | 'country'
  /** In characters; longer values are cut. */
  readonly lengthMax: number
}

/** Names of the tables of one store. */
export interface Tables {
  readonly records: string
  readonly renewals: string
  /** A name for an index of the records: an index has no schema of its own. */
  readonly index: string
}

export interface TableOptions {
  /**
   * What the names of the tables begin with, `idempotency` by default: `idempotency_records` and `idempotency_renewals`. A schema may
   * stand before it, as in `app.idempotency`. Lower-case letters, digits and `_` only.
   */
  readonly prefix?: string
}

/** Throws `TypeError` for a prefix that could be more than a name. */
export function tablesOf({ prefix = 'idempotency' }: TableOptions): Tables {
  if (!/^([a-z_][a-z0-9_]{0,39}\.)?[a-z_][a-z0-9_]{0,39}$/.test(prefix))
    throw new TypeError(
      'A prefix of tables is lower-case letters, digits and _, at most 40, and may name a schema first.',
    )
  return {
    records: `${prefix}_records`,
    renewals: `${prefix}_renewals`,
    index: `${prefix.split('.').at(-1)}_records_by_end`,
  }
}

export type Dialect = 'sqlite' | 'postgres'

export interface SqlOptions extends TableOptions {
  readonly dialect: Dialect
}

interface Types {
  readonly bigint: string
  /** What follows the columns of the records, and the index by which expired ones are found. */
  readonly recordsWith: string
  readonly indexUsing: string
}

/** The statements that create the tables where they do not exist. */
export function schemaOf({ records, renewals, index }: Tables, { bigint, recordsWith, indexUsing }: Types): string {
  return `create table if not exists ${records} (
  id text primary key,
  owner text not null,
  key text not null,
  operation text not null,
  fingerprint text not null,
  given_fingerprint text,
  meant text,
  state text not null check (state in ('executing', 'completed', 'resolved_executed')),
  claimed_at ${bigint} not null,
  lease_until ${bigint} not null,
  completed_at ${bigint},
  expires_at ${bigint},
  result text,
  resolved_at ${bigint},
  unique (owner, key),
  check ((state = 'completed') = (completed_at is not null and expires_at is not null and result is not null)),
  check ((state = 'resolved_executed') = (resolved_at is not null))
)${recordsWith};
create index if not exists ${index} on ${records} ${indexUsing}(expires_at);
create table if not exists ${renewals} (
  claim_id text primary key,
  lease_until ${bigint} not null
);
`
}

/** The columns that tables from before do not have; null in their records. */
export const ADDED_COLUMNS = ['given_fingerprint', 'meant']

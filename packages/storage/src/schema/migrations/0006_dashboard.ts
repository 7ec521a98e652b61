import type { Migration } from './migration.ts'

/** What people look at in the dashboard and machines never did. */
export const dashboard: Migration = {
  statements(dialect) {
    const postgres = dialect === 'postgres'
    const text = postgres ? 'text collate "C"' : 'text'
    const tail = postgres ? '' : ' strict, without rowid'
    const lineages = postgres
      ? 'audit_entries e cross join lateral jsonb_array_elements_text(e.lineage::jsonb) as l(value)'
      : 'audit_entries e, json_each(e.lineage) l'
    const columns = [
      `token_id ${text} not null`,
      `at ${text} not null`,
      `entry_id ${text} not null`,
      'primary key (token_id, at, entry_id)',
    ]

    return [
      // One row for each token that an entry tells of, so that a token's history is one range of the key.
      `create table audit_entry_tokens (${columns.join(', ')})${tail}`,
      `insert into audit_entry_tokens
       select l.value, e.at, e.id from ${lineages}
       union
       select subject, at, id from audit_entries where subject is not null and substr(subject, 1, 4) = 'tok_'`,

      // The invitation that a mail tells of; what its link holds is added when it is sent, and kept nowhere.
      `alter table outbox add column invitation ${text}`,
    ]
  },
}

import type { Migration } from './migration.ts'

/** The audit log by token, and mails of invitations. */
export const dashboard: Migration = {
  statements({ postgres, text, table }) {
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
      // One row for each token of an entry, so that the history of a token is one range of the key.
      table('audit_entry_tokens', ...columns) + (postgres ? '' : ', without rowid'),
      `insert into audit_entry_tokens
       select l.value, e.at, e.id from ${lineages}
       union
       select subject, at, id from audit_entries where subject is not null and substr(subject, 1, 4) = 'tok_'`,

      // The link of the invitation is added when the mail is sent, and is not stored.
      `alter table outbox add column invitation ${text}`,
    ]
  },
}

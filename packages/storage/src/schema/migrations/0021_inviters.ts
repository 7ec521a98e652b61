import type { Migration } from './migration.ts'

/** Who sent an invitation. Of open ones, it is in the audit log. */
export const inviters: Migration = {
  statements: ({ text }) => [
    `alter table members add column invited_by ${text} references accounts (id) on delete set null`,
    `update members set invited_by = (
       select min(a.id) from audit_entries e join accounts a on a.id = e.account_id
       where e.operation = 'service_team_invite' and e.subject = members.id
     )
     where status = 'invited'`,
  ],
}

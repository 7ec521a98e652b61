import type { Migration } from './migration.ts'

/**
 * The account that issued a product key, so that the key ends with the membership of that account. The issuer of an
 * existing key is the owner of the token that issued it or, for a key that a person made, the account in the audit log. Keys
 * whose issuer may no longer issue keys are disabled here; keys without a known issuer stay active.
 */
export const keyIssuers: Migration = {
  statements({ postgres, text }) {
    const now = postgres
      ? `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    return [
      `alter table product_keys add column issuer_account_id ${text} references accounts (id) on delete set null`,
      `alter table product_keys add column disabled_reason ${text}`,
      'create index product_keys_by_issuer_account on product_keys (issuer_account_id)',

      `update product_keys set issuer_account_id = t.account_id
       from account_tokens t where t.id = product_keys.issuer_token_id`,
      `update product_keys set issuer_account_id = made.account_id
       from (
         select e.subject, min(a.id) as account_id
         from audit_entries e join accounts a on a.id = e.account_id
         where e.operation = 'service_keys_create'
         group by e.subject
       ) made
       where made.subject = product_keys.id and product_keys.issuer_account_id is null`,

      // Until now only the end of a token disabled a key.
      `update product_keys set disabled_reason = 'token_ended' where status = 'disabled'`,
      `update product_keys
       set status = 'disabled', disabled_reason = 'member_removed', revision = revision + 1, updated_at = ${now}
       where status = 'active' and issuer_account_id is not null and not exists (
         select 1 from members m
         where m.account_id = product_keys.issuer_account_id and m.product_id = product_keys.product_id
           and m.role in ('owner', 'admin')
       )`,
    ]
  },
}

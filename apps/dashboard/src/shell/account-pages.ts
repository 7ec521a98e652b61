import type { MessageKey } from '../messages/messages.ts'

export const ACCOUNT_PAGES = [
  { key: 'account.profile', to: '/account/profile' },
  { key: 'security.title', to: '/account/security' },
  { key: 'tokens.title', to: '/account/tokens' },
  { key: 'account_apps.title', to: '/account/apps' },
  { key: 'approvals.title', to: '/account/approvals' },
  { key: 'account_reports.title', to: '/account/reports' },
  { key: 'activity.title', to: '/account/activity' },
] as const satisfies readonly { readonly key: MessageKey; readonly to: string }[]

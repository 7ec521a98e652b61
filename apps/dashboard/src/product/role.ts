import type { Role } from '../api/types.ts'

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** Whether a role is enough. Only for display: the service decides. */
export function roleIsAtLeast(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least]
}

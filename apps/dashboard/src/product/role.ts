import type { Role } from '../api/types.ts'

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** Whether a role is enough. The server decides; this only spares people buttons that would refuse them. */
export function roleIsAtLeast(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least]
}

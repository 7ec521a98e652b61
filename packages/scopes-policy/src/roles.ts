import type { Role } from '@footfall/core-domain'

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** `owner` > `admin` > `editor` > `viewer`: each role includes the lower ones. */
export function roleAtLeast(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least]
}

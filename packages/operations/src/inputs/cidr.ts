import { isIP } from 'node:net'
import { z } from 'zod'

/** An address or a range in CIDR notation; a bare address stands for itself. */
export const Cidr = z
  .string()
  .trim()
  .max(64)
  .refine(isCidr, 'must be an IP address or a CIDR range such as 192.0.2.0/24')

function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

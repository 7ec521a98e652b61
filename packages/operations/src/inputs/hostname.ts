import { domainToASCII } from 'node:url'
import { z } from 'zod'

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** A bare hostname as its punycode, lower-case form: `Bücher.example.` becomes `xn--bcher-kva.example`. */
export const HostnameInput = z
  .string()
  .trim()
  .max(253)
  .transform((text, context) => {
    const ascii = normalise(text)
    if (ascii !== undefined) return ascii
    context.addIssue({
      code: 'custom',
      message: 'must be a hostname such as www.example.com, without scheme, port or path',
    })
    return z.NEVER
  })

function normalise(text: string): string | undefined {
  if (/[\s/:?#@[\]\\%*]/.test(text)) return undefined
  const ascii = domainToASCII(text.replace(/\.$/, ''))
  if (ascii === '' || ascii.length > 253) return undefined
  return ascii.split('.').every((label) => LABEL.test(label)) ? ascii : undefined
}

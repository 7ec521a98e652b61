import { ClaimValue, ProductSelection, TrustLimits } from '@footfall/core-domain'
import { z } from 'zod'
import { tokenFields } from '../tokens/token-fields.ts'
import { subjectPatternProblem } from './subject-pattern.ts'

export const LIFETIME_SECONDS_MAX = 3600
const LIFETIME_SECONDS_MIN = 60
const CLAIMS_MAX = 10
/** Those that have a field of their own, or that every token has anew. */
const OWN_CLAIMS: ReadonlySet<string> = new Set(['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'jti'])

const visibleText = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), 'must be visible text')

/** What is said of a trust where it is made. */
export const NewTrust = z.strictObject({
  issuer: visibleText(512).meta({
    description: 'The `iss` of the tokens that are exchanged, such as https://token.actions.githubusercontent.com.',
  }),
  audience: visibleText(512).meta({ description: 'Their only `aud`.' }),
  subject: z
    .string()
    .superRefine((pattern, context) => {
      const problem = subjectPatternProblem(pattern)
      if (problem !== undefined) context.addIssue(problem)
    })
    .meta({
      description: 'Their `sub`. `*` stands for any text without `/` and `:`; the whole pattern must not be one `*`.',
    }),
  claims: z
    .record(visibleText(100), z.union([visibleText(512), ClaimValue.options[1], ClaimValue.options[2]]))
    .superRefine((claims, context) => {
      const names = Object.keys(claims)
      if (names.length > CLAIMS_MAX) context.addIssue(`must name at most ${CLAIMS_MAX} claims`)
      for (const name of names)
        if (OWN_CLAIMS.has(name))
          context.addIssue({ code: 'custom', path: [name], message: 'cannot be asked for here' })
    })
    .optional()
    .meta({ description: 'Further required claims, equal in type and value; at most 10.' }),
  scopes: tokenFields.scopes.meta({ description: 'Of those of the token.' }),
  products: ProductSelection.meta({ description: 'Of those of the token.' }),
  limits: TrustLimits.extend({ toolsets: tokenFields.toolsets.optional() })
    .optional()
    .meta({ description: 'In addition to those of the token.' }),
  lifetime_seconds: z
    .int()
    .min(LIFETIME_SECONDS_MIN, `must be from ${LIFETIME_SECONDS_MIN} to ${LIFETIME_SECONDS_MAX}`)
    .max(LIFETIME_SECONDS_MAX, `must be from ${LIFETIME_SECONDS_MIN} to ${LIFETIME_SECONDS_MAX}`)
    .optional()
    .meta({ description: `From ${LIFETIME_SECONDS_MIN} to ${LIFETIME_SECONDS_MAX}, which is the default.` }),
})
export type NewTrust = z.output<typeof NewTrust>

import { countryCodeOf, nearCountries } from '@footfall/core-domain'
import { z } from 'zod'

/** The ISO 3166-1 code of a country that is given by its code in any case, as `UK` or `EL`, or by its English name. */
export const CountryInput = z
  .string()
  .trim()
  .max(100)
  .overwrite((given) => countryCodeOf(given) ?? given)
  .superRefine((code, context) => {
    if (countryCodeOf(code) === code) return
    const params = { did_you_mean: nearCountries(code) }
    const message = 'must be an ISO 3166-1 alpha-2 code such as DE, or the English name of a country'
    context.addIssue({ code: 'custom', input: code, message, params })
  })

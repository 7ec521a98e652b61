import {
  type AccessLimits,
  type AccountToken,
  accessLimits,
  type CredentialLimits,
  type TrustLimits,
} from '@footfall/core-domain'

/** The limits of a trust as they are given, with those of the token where it names none. */
export function accessLimitsOf(token: AccountToken, limits: TrustLimits): AccessLimits {
  return accessLimits({
    read_only: limits.read_only ?? token.read_only,
    toolsets: limits.toolsets === undefined ? token.toolsets : limits.toolsets,
    preview_first: limits.preview_first ?? token.preview_first,
    approval: limits.approval ?? token.approval,
  })
}

/** The limits of a child: those of the trust and those that the token has now. */
export function limitsOfChild(token: AccountToken, limits: TrustLimits): CredentialLimits {
  return {
    read_only: token.read_only || limits.read_only === true,
    toolsets: bothToolsets(token.toolsets, limits.toolsets ?? null),
    preview_first: token.preview_first || limits.preview_first === true,
    approval: token.approval || limits.approval === true,
  }
}

function bothToolsets(
  ofToken: CredentialLimits['toolsets'],
  ofTrust: CredentialLimits['toolsets'],
): CredentialLimits['toolsets'] {
  if (ofToken === null || ofTrust === null) return ofToken ?? ofTrust
  return ofToken.filter((toolset) => ofTrust.includes(toolset))
}

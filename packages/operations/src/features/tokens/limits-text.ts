import type { AccountToken, CredentialLimits } from '@footfall/core-domain'

/** The limits of a credential at the end of a sentence about it; nothing if it has none. */
export function limitsText({ read_only, toolsets, preview_first, approval }: CredentialLimits): string {
  return [
    read_only ? ', read only' : '',
    toolsets === null ? '' : `, only for ${toolsets.join(', ')}`,
    preview_first ? ', with a preview before each change' : '',
    approval ? ', with the approval of a person for each change' : '',
  ].join('')
}

/** The networks of a credential at the end of a sentence about it; nothing if it has none. */
export function networksText(networks: AccountToken['allowed_networks']): string {
  return networks.length === 0 ? '' : `, only from ${networks.join(', ')}`
}

export function limitsSet({
  read_only,
  toolsets,
  preview_first,
  approval,
}: CredentialLimits): Partial<CredentialLimits> {
  return {
    ...(read_only && { read_only }),
    ...(toolsets !== null && { toolsets }),
    ...(preview_first && { preview_first }),
    ...(approval && { approval }),
  }
}

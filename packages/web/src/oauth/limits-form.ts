import { type CredentialLimits, inToolsetOrder, type TextKey, type Toolset } from '@footfall/core-domain'
import { type Html, html } from '../pages/html.ts'
import type { Words } from '../pages/words.ts'

const READ_ONLY = 'read_only'
const PREVIEW_FIRST = 'preview_first'
const APPROVAL = 'approval'
const TOOLSET = 'toolset'
const CHECKED = '1'

/** `tokens` is left out: no scope of its tools can be granted to an application. */
const GROUPS = {
  analytics: 'consent.toolset_analytics',
  settings: 'consent.toolset_settings',
  team: 'consent.toolset_team',
  content: 'consent.toolset_content',
} as const satisfies Partial<Record<Toolset, TextKey>>

const TOKEN_GROUPS = { tokens: 'consent.toolset_tokens' } as const satisfies Partial<Record<Toolset, TextKey>>

/** Optional limits of an application or a token. Nothing is preselected. */
export function limitsFieldset(posted: URLSearchParams | undefined, { say }: Words, of: 'app' | 'token' = 'app'): Html {
  const groups: Readonly<Record<string, TextKey>> = of === 'app' ? GROUPS : { ...GROUPS, ...TOKEN_GROUPS }
  const box = (name: string, value: string, label: string) =>
    html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${
      posted?.getAll(name).includes(value) && html` checked`
    }> <span>${label}</span></label>
`
  return html`<fieldset aria-describedby="limits-hint">
<legend>${say(of === 'app' ? 'consent.limits' : 'device.limits')}</legend>
<p class="explained hint" id="limits-hint">${say(of === 'app' ? 'consent.limits_hint' : 'device.limits_hint')}</p>
<div class="choices">
${box(READ_ONLY, CHECKED, say('consent.read_only'))}${box(PREVIEW_FIRST, CHECKED, say('consent.preview_first'))}${box(APPROVAL, CHECKED, say('consent.approval'))}</div>
<fieldset aria-describedby="toolsets-hint">
<legend>${say('consent.toolsets')}</legend>
<p class="explained hint" id="toolsets-hint">${say('consent.toolsets_hint')}</p>
<div class="choices">
${Object.entries(groups).map(([toolset, label]) => box(TOOLSET, toolset, say(label)))}</div>
</fieldset>
</fieldset>
`
}

/** The limits of a posted form; undefined for a form that this page did not send, so that no limit is misread. */
export function readLimits(form: URLSearchParams, of: 'app' | 'token' = 'app'): CredentialLimits | undefined {
  const groups: object = of === 'app' ? GROUPS : { ...GROUPS, ...TOKEN_GROUPS }
  const readOnly = isChecked(form, READ_ONLY)
  const previewFirst = isChecked(form, PREVIEW_FIRST)
  const approval = isChecked(form, APPROVAL)
  const toolsets = form.getAll(TOOLSET)
  const isOffered = toolsets.every((toolset) => Object.hasOwn(groups, toolset))
  if (readOnly === undefined || previewFirst === undefined || approval === undefined || !isOffered) return undefined
  if (new Set(toolsets).size < toolsets.length) return undefined
  return {
    read_only: readOnly,
    toolsets: toolsets.length === 0 ? null : inToolsetOrder(toolsets),
    preview_first: previewFirst,
    approval,
  }
}

function isChecked(form: URLSearchParams, name: string): boolean | undefined {
  const values = form.getAll(name)
  if (values.length === 0) return false
  return values.length === 1 && values[0] === CHECKED ? true : undefined
}
